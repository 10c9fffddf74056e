#!/usr/bin/env bash
# Which inputs bo-attack selects from sorted data and from numbered folders, in either order; and the files that a mistyped command leaves.
# inputs_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
bin=$(readlink -f "$bin")
host_commands "$bin" "$work/bin"
cd "$work" || exit 1

# Makes images of twelve classes, each a bright bar at a column of its own: as arrays sorted by class, and as PNG files in numbered folders.
python3 - <<'EOF' || exit 77
import os, random, struct, zlib
random.seed(1)
def image(label):
    return bytes(min(255, random.randrange(60) + (180 if column in (label, label + 1) else 0)) for row in range(16) for column in range(16))
def npy(name, kind, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (kind, shape)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
def png(name, pixels):
    rows = b"".join(b"\0" + pixels[16 * row:16 * row + 16] for row in range(16))
    part = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 0, 0, 0, 0)) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
os.mkdir("arrays")
os.mkdir("turned")  # the same images with labels that are all wrong
for part, each in ("train", 40), ("test", 10):
    labels = [label for label in range(12) for _ in range(each)]
    images = b"".join(image(label) for label in labels)
    for folder, turn in ("arrays", 0), ("turned", 6):
        npy(f"{folder}/x_{part}.npy", "|u1", (len(labels), 16, 16), images)
        npy(f"{folder}/y_{part}.npy", "|u1", (len(labels),), bytes((label + turn) % 12 for label in labels))
for label in range(12):
    os.makedirs(f"folders/{label}")
    for number in range(10):
        png(f"folders/{label}/{number}.png", image(label))
# IDX files can only have ten classes.
os.mkdir("idx")
labels = bytes(range(10)) * 3
open("idx/t10k-images-idx3-ubyte", "wb").write(struct.pack(">4i", 0x803, 30, 16, 16) + b"".join(map(image, labels)))
open("idx/t10k-labels-idx1-ubyte", "wb").write(struct.pack(">2i", 0x801, 30) + labels)
EOF
"$bin/bo-train" --data arrays --arch lenet --epochs 4 --no-augment --seed 1 --out bars.pt --quiet > trained.txt || fail "training: $(cat trained.txt)"
plain=("$bin/bo-attack" --model bars.pt --budget 3 --checks none --images 24 --quiet)
attack=("${plain[@]}" --attack random --eps 0.1)
classes() { sqlite3 "$1/run.sqlite" 'SELECT count(DISTINCT label) FROM inputs WHERE attacked'; }
records() { sqlite3 "$1/run.sqlite" 'SELECT record FROM inputs WHERE attacked ORDER BY id'; }
fact() { sqlite3 "$1/run.sqlite" "SELECT value FROM run WHERE key = '$2'"; }

"${attack[@]}" --out sorted > out.txt 2> err.txt || fail "sorted: $(cat err.txt)"
[ "$(classes sorted)" = 12 ] || fail "sorted data: $(classes sorted) classes of 12"
fact sorted data | grep -qF 'spread over their classes' || fail "the order is not stated: $(fact sorted data)"
"${attack[@]}" --order file --out file > out.txt 2> err.txt || fail "--order file: $(cat err.txt)"
[ "$(classes file)" -le 3 ] || fail "--order file: $(classes file) classes"
grep -q 'WARNING: the 24 attacked inputs lack' out.txt || fail "no warning of a sample that lacks classes: $(cat out.txt)"
# The summary names bounds and budgets that make the figures misleading. The bars of two classes differ by at most 240 grey levels.
"${plain[@]}" --attack nes --eps 0.95 --out wide > out.txt 2> err.txt || fail "--eps 0.95: $(cat err.txt)"
grep -q 'WARNING: within the bound 0.949 of 24 of 24 attacked images lies an image of another class' out.txt || fail "a bound as wide as the classes: $(cat out.txt)"
grep -q 'WARNING: nes chooses its first 20 queries without the use of an answer, and its budget is 3' out.txt || fail "a short budget: $(cat out.txt)"
"${plain[@]}" --attack random --eps 0.001 --continuous --out tiny > out.txt 2> err.txt || fail "--eps 0.001: $(cat err.txt)"
grep -q 'WARNING: the bound 0.001 is below half a grey level' out.txt || fail "a tiny bound: $(cat out.txt)"
grep -q 'another class\|chooses its first\|different query budgets' out.txt && fail "a warning without a reason: $(cat out.txt)"
# A comparison of attacks with different budgets is named on the terminal before the attacks, in the summary and in the report.
budgets='the attacks have different query budgets: random:budget=2 has 2, and the other 3; compare them within 2 queries'
"${plain[@]}" --attack random,random:budget=2 --eps 0.1 --out unequal > out.txt 2> err.txt || fail "unequal budgets: $(cat err.txt)"
grep -q "warning: $budgets" err.txt || fail "unequal budgets, not said first: $(cat err.txt)"
grep -q "WARNING: $budgets" out.txt || fail "unequal budgets: $(cat out.txt)"
for form in html md; do grep -q "$budgets" unequal/report.$form || fail "unequal budgets are not in report.$form"; done
"${attack[@]}" --order shuffled --seed 1 --out one > out.txt 2> err.txt || fail "--order shuffled: $(cat err.txt)"
"${attack[@]}" --order shuffled --seed 1 --out again > /dev/null 2>&1
"${attack[@]}" --order shuffled --seed 2 --out two > /dev/null 2>&1
[ "$(records one)" = "$(records again)" ] || fail "the same seed draws another order"
[ "$(records one)" != "$(records two)" ] || fail "every seed draws one order"
"${attack[@]}" --order sorted --out x > out.txt 2> err.txt
[ $? = 2 ] && grep -qF -- "--order: 'sorted' is not one of auto, file, spread, shuffled" err.txt || fail "--order sorted: $(cat err.txt)"

# Clean accuracy is that of the part that is attacked.
"${attack[@]}" --part train --out trained > out.txt 2> err.txt || fail "--part train: $(cat err.txt)"
grep -q '^clean .*([0-9]* of 480 train images)' out.txt || fail "--part train is not named: $(cat out.txt)"
grep -q '([0-9]* of 480 train images)' trained/report.md || fail "--part train is not named in report.md"
grep -q 'test images' out.txt trained/report.{md,html} && fail "--part train: test images: $(cat out.txt)"
"${attack[@]}" --part all --out whole > out.txt 2> err.txt || fail "--part all: $(cat err.txt)"
grep -q '^clean .*([0-9]* of 600 images)' out.txt || fail "--part all: $(cat out.txt)"

# Images that are not read as a viewer shows them, or not at all, are named.
mkdir photos && cp -r folders/* photos
python3 - <<'EOF'
import struct, zlib
data = open("photos/3/0.png", "rb").read()
exif = b"eXIf" + b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
open("photos/3/0.png", "wb").write(data[:33] + struct.pack(">I", len(exif) - 4) + exif + struct.pack(">I", zlib.crc32(exif)) + data[33:])
EOF
touch photos/3/a.gif photos/3/readme.txt
"${attack[@]}" --data photos --part all --out photos-run > out.txt 2> err.txt || fail "photos: $(cat err.txt)"
for warning in '1 of 120 files has an EXIF orientation other than 1, such as 3/0.png: ' \
  '1 of 122 files has an image format that is not read, such as 3/a.gif (GIF)'; do
  [ "$(grep -cF "warning: $warning" err.txt)" = 1 ] && grep -qF "WARNING: $warning" out.txt || fail "no warning '$warning': $(cat err.txt out.txt)"
done
fact photos-run data | grep -qF '2 files left out, not named as an image: 3/a.gif, ...' || fail "photos: $(fact photos-run data)"

# Numbered folders are in the order of their numbers, as in the model: 10 comes after 9. Two models can be compared whatever their
# accuracies.
"${attack[@]}" --data folders --part all --out folders-run > out.txt 2> err.txt || fail "folders: $(cat err.txt)"
fact folders-run data | grep -qF 'folders are classes in the order of their numbers' || fail "folders: $(fact folders-run data)"
[ "$(sqlite3 folders-run/run.sqlite "SELECT count(*) FROM inputs WHERE label <> CAST(name AS INTEGER)")" = 0 ] || fail "a folder is another class than its number"
"$bin/bo-train" --data arrays --arch lenet --epochs 1 --no-augment --seed 2 --out other.pt --quiet > /dev/null
"${attack[@]/bars.pt/other.pt}" --data folders --part all --out folders-other > /dev/null 2>&1
"$bin/bo-report" folders-run folders-other > out.txt 2> err.txt || fail "comparison: $(cat err.txt)"

# A model that was trained on the folders has their names in alphabetical order.
"$bin/bo-train" --data folders --arch lenet --epochs 4 --no-augment --seed 1 --out text.pt --quiet > /dev/null || fail "training on folders"
"${attack[@]/bars.pt/text.pt}" --data folders --part all --out folders-text > out.txt 2> err.txt || fail "text: $(cat err.txt)"
grep -q 'the model was trained or validated on [0-9]* of the [0-9]* images attacked' err.txt || fail "text: no word of training images: $(cat err.txt)"
fact folders-text data | grep -qF 'folders are classes in the order of their names as text' || fail "text: $(fact folders-text data)"
[ "$(sqlite3 folders-text/run.sqlite "SELECT DISTINCT label FROM inputs WHERE name LIKE '10/%'")" = 2 ] || fail "folder 10 is not the third as text"
# Folders for some of the model's classes: their names are the model's class numbers, or they are refused with a message that says how to
# match them.
mkdir some && cp -r folders/3 folders/7 some
"${attack[@]}" --data some --part all --out some-run > out.txt 2> err.txt || fail "some folders: $(cat err.txt)"
grep -qF 'classes without images are 0, 1, 2, 4, 5, 6, 8, 9, 10, 11' err.txt || fail "some folders, no warning: $(cat err.txt)"
[ "$(sqlite3 some-run/run.sqlite "SELECT count(*) FROM inputs WHERE label <> CAST(name AS INTEGER)")" = 0 ] || fail "some folders: a folder is another class than its number"
mkdir few && cp -r folders/3 few/three && cp -r folders/7 few/seven
"${attack[@]}" --data few --part all --out x > out.txt 2> err.txt
[ $? = 2 ] && grep -qF 'few: has 2 classes, but bars.pt has 12; state their numbers in the model with --class-map' err.txt || fail "fewer classes: $(cat err.txt)"
printf 'label,class\nthree,3\nseven,7\n' > map.csv
"${attack[@]}" --data few --part all --class-map map.csv --out mapped > out.txt 2> err.txt || fail "--class-map: $(cat err.txt)"
[ "$(classes mapped)" = 2 ] || fail "--class-map: $(classes mapped) classes"

# The format of the data has fewer classes than the model: the warning appears before any clean image is queried.
"$bin/bo-attack" --model bars.pt --data idx --images 4 --attack random --budget 3 --eps 0.1 --checks none --out ten > out.txt 2> err.txt ||
  fail "fewer classes: $(cat err.txt)"
missing=$(grep -n 'idx has 10 classes, but the model has 12' err.txt | cut -d: -f1)
asked=$(grep -n 'clean images: ' err.txt | head -1 | cut -d: -f1)
[ -n "$missing" ] && [ -n "$asked" ] && [ "$missing" -lt "$asked" ] || fail "fewer classes, not said first: $(cat err.txt)"

# A model that is wrong on the whole range has a robust accuracy of 0 without any attack, in a run and in an assessment.
"$bin/bo-attack" --model bars.pt --data turned --range 4-13 --clean-images 0 --attack random --budget 3 --eps 0.1 --quiet --out wrong > out.txt 2> err.txt ||
  fail "a model that is always wrong: exit code $?, $(cat err.txt)"
grep -q 'WARNING: the model classifies none of the 10 images correctly, so its robust accuracy on them is 0 of 10 without any attack' out.txt ||
  fail "a model that is always wrong: $(cat out.txt)"
grep -q 'robust accuracy, all attacks together: 0.0% \[0.0, ' out.txt && grep -q '^run .*, complete$' out.txt || fail "its report: $(cat out.txt)"
[ "$(fact wrong clean_queries)" = 10 ] || fail "a range of 10 asks for $(fact wrong clean_queries) clean inputs"
"$bin/bo-attack" --resume --out wrong --quiet > out.txt 2> err.txt || fail "a run without attacks is not resumed: exit code $?, $(cat err.txt)"
"$bin/bo-assess" --models bars.pt --data turned --attack random --eps 0.1 --range 0-9 --budget 3 --quiet --out assessed > out.txt 2> err.txt ||
  fail "an assessment of a model that is always wrong: exit code $?, $(cat err.txt)"
grep -q 'bars: the model classifies none of the 10 images correctly' out.txt || fail "the assessment does not say it: $(cat out.txt)"
grep -q 'could not be attacked' out.txt && fail "the assessment calls the model one that could not be attacked: $(cat out.txt)"

# A run without an answered query can be replaced by another command, or corrected with --resume.
emptied() {
  cp -r sorted "$1"
  sqlite3 "$1/run.sqlite" "DELETE FROM queries; DELETE FROM adversarials; DELETE FROM verification;
    UPDATE instances SET status = 'pending', queries = 0, attempts = 0; UPDATE run SET value = 'interrupted' WHERE key = 'status'"
}
emptied mistyped
# It sent inputs for checks, while the model was loaded, and two to which no answer came.
sqlite3 mistyped/run.sqlite "INSERT OR REPLACE INTO run (key, value) VALUES ('check_queries', 5), ('loading_inputs', 7);
  UPDATE instances SET attempts = 2 WHERE id = (SELECT min(id) FROM instances)"
# If no new run can be stored, the old one and its counts are kept.
mkdir -p mistyped/run.sqlite.part/folder
"${attack[@]/0.1/0.2}" --out mistyped > out.txt 2> err.txt && fail "a run is stored in a folder: $(cat err.txt)"
grep -q 'no run was begun' err.txt && [ "$(fact mistyped loading_inputs)" = 7 ] || fail "the replaced run is lost: $(cat err.txt)"
rm -r mistyped/run.sqlite.part
"${attack[@]/0.1/0.2}" --out mistyped > out.txt 2> err.txt || fail "a run without answers is not replaced: $(cat err.txt)"
grep -q 'it is started again' err.txt || fail "replaced without a word: $(cat err.txt)"
[ "$(fact mistyped clean_queries)" = $((2 * $(fact sorted clean_queries))) ] || fail "replaced: $(fact mistyped clean_queries) clean queries"
[ "$(fact mistyped check_queries)" = 5 ] || fail "replaced: $(fact mistyped check_queries) queries of checks"
[ "$(fact mistyped loading_inputs)" = $(($(fact sorted loading_inputs) + 7 + 2)) ] || fail "replaced: $(fact mistyped loading_inputs) inputs of loading"
[ "$(fact mistyped epsilon_asked)" = 0.2 ] || fail "replaced: epsilon $(fact mistyped epsilon_asked)"
"${attack[@]}" --out mistyped > out.txt 2> err.txt
[ $? = 2 ] && grep -q 'already holds a run' err.txt || fail "a run with answers is replaced"
emptied of-another
sqlite3 of-another/run.sqlite "UPDATE run SET value = 'ff' WHERE key = 'model_sha256'"
"${attack[@]}" --out of-another > out.txt 2> err.txt || fail "a run on another model is not replaced: $(cat err.txt)"
[ "$(fact of-another clean_queries)" = "$(fact sorted clean_queries)" ] || fail "queries of another model are counted: $(fact of-another clean_queries)"
emptied corrected
"$bin/bo-attack" --resume --out corrected --eps 0.2 --quiet > out.txt 2> err.txt || fail "not corrected: $(cat err.txt)"
[ "$(fact corrected epsilon_asked)" = 0.2 ] && [ "$(fact corrected status)" = complete ] || fail "corrected: $(fact corrected epsilon_asked)"
"$bin/bo-attack" --resume --out corrected --eps 0.1 --quiet > out.txt 2> err.txt
[ $? = 2 ] && grep -q "cannot be resumed with '0.1'" err.txt || fail "a run with answers is corrected: $(cat err.txt)"
emptied begun
"$bin/bo-attack" --resume --out begun --quiet > out.txt 2> err.txt || fail "the same command is not gone on with: $(cat err.txt)"
diff <(records begun) <(records sorted) > /dev/null || fail "another run"

# A run of a version that had no --order can be resumed.
emptied older
sqlite3 older/run.sqlite "UPDATE run SET value = replace(value, 'order = auto' || char(10), '') WHERE key = 'config_ini'"
fact older config_ini | grep -q '^order' && fail "the run still has --order"
"$bin/bo-attack" --resume --out older --quiet > out.txt 2> err.txt || fail "an older run: $(cat err.txt)"
grep -q 'started again' err.txt && fail "an older run was started again"

finish
