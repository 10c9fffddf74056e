// node broken_pages.mjs CHROMIUM AXE REPORT STUDY   Breaks a correct page in many ways and checks that each fault is found.
// REPORT: a page of bo-attack on images; STUDY: a page with charts that need no script. AXE: axe-core's script, or "" for none.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

import {Browser} from "./browser.mjs";
import {check} from "./checks.mjs";

const [program, axe, report, study] = process.argv.slice(2);
const axe_source = axe ? readFileSync(axe, "utf8") : null;

const ending = (html) => (text) => text.replace("</main>", `${html}</main>`);
const styled = (css) => (text) => text.replace("</head>", `<style>${css}</style></head>`);
const without_policy = (text) => text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
// The text to replace must occur in the page.
const replaced = (from, to) => (text) => {
  const out = text.replace(from, to);
  if (out === text) throw new Error(`the page holds no ${from}`);
  return out;
};
const remote = '<img alt="" src="https://example.org/picture.png">';

const k_breaks = [
  ["an error on the console", ending('<script>console.error("broken")</script>'), /^console: console.error: broken/],
  ["a warning on the console", ending('<script>console.warn("broken")</script>'), /^console: console.warning: broken/],
  ["an exception", ending('<script>throw new Error("broken")</script>'), /^console: exception: Error: broken/],
  ["a remote image", (text) => ending(remote)(without_policy(text)), /^network: https:\/\/example.org/],
  ["a remote image that the page's policy forbids", ending(remote), /^console: .*Content Security Policy/],
  ["a script that asks the network",
   (text) => ending('<script>fetch("https://example.org/").catch(() => {})</script>')(without_policy(text)), /^network: https:\/\/example.org/],
  ["a file too large", ending(`<!--${" ".repeat(5 << 20)}-->`), /^file: /],
  ["no chart", replaced("new Chart(", "void ("), /^desktop, light: the chart was not made/],
  ["no curves", replaced("set.borderColor = set.part", "set.borderDash = [0, 9]; set.borderColor = set.part"), /^desktop, light: no pixel of the curve/],
  ["no values of the chart", replaced(/<details class="values"[^]*?<\/details>/, ""), /^desktop, light: no table says what the chart/],
  ["values that are folded where no script runs", replaced('<details class="values" open>', '<details class="values">'),
   /^no script: no table is seen/],
  ["large letters on the axis", replaced("Chart.defaults.font.size = 13", "Chart.defaults.font.size = 60"), /^phone, light: labels of the axis overlap/],
  ["keys of the legend on each other", styled(".legend li { margin-left: -3rem }"), /^phone, light: .* overlaps /],
  ["no interval at the pointer", replaced("`[${attack.low", "`(${attack.low"), /^desktop, light: no interval in the chart's/],
  ["nothing at the pointer", replaced('mode: "nearest"', 'mode: "none"'), /^desktop, light: pointing at the chart says nothing/],
  ["a key that hides nothing", replaced("chart.setDatasetVisibility(3 * place + k, shown[place])", ""), /^chart: a key of the legend hides no curve/],
  ["an axis that stays", replaced("use(button.dataset[attribute]);", ""), /^chart: the linear axis cannot be chosen/],
  ["something wide", ending('<p style="width: 900px">wide</p>'), /^phone, light: <p> "wide" reaches/],
  ["no focus to be seen", styled(":focus-visible { outline: none !important }"), /^keyboard: the focus is not seen/],
  ["a focus out of sight", ending('<button style="position: fixed; left: -999px">far</button>'), /^keyboard: .*"far" has the focus out of sight/],
  ["a button off the keyboard's way", ending('<button tabindex="-1">off</button>'), /^keyboard: the keyboard does not reach .*"off"/],
  ["a box that only a mouse scrolls", ending('<div style="overflow-x: auto"><div style="width: 3000px">long</div></div>'), /^keyboard: .* cannot be reached by keyboard/],
  ["pale text", ending('<p style="color: #999">pale</p>'), /^desktop, light: <p> "pale": text at 2\.85:1/],
  ["dark text in the dark", ending('<p style="color: #555">dim</p>'), /^phone, dark: <p> "dim": text at/],
  ["pale letters in a drawing", ending('<svg role="img" aria-label="x"><rect width="9" height="9"/><text y="20" style="fill: #bbb">faint</text></svg>'),
   /^desktop, light: <text> "faint": text at/],
  ["a page that stays light", styled(":root { --page: #fff !important }"), /^desktop, dark: the page's background is/],
  ["pale curves", styled(":root { --attack-1: #ffd9b0 !important }"), /^desktop, light: lines of --attack-1/],
  ["dark paper", styled("@media print { body { background: #000 !important } }"), /^print: the page's background is/],
  ["a table cut on paper", styled("@media print { td { padding: 2rem !important } }"), /^print: .* reaches from/],
  ["a box that would scroll on paper", styled("@media print { .scroll { overflow: auto !important; width: 60px !important } }"), /^print: .* wide in a box of/],
  ["something that moves", styled("* { transition: color 1s }"), /^reduced motion: .* moves/],
  ["buttons where no script runs", replaced(".toggle, .legend", ".legend"), /^no script: <button> .* needs a script/],
  ["a level of headings left out", ending("<h5>deep</h5>"), /^structure: heading .*"deep"/],
  ["two titles", ending("<h1>again</h1>"), /^structure: 2 <h1>/],
  ["no language", replaced('<html lang="en">', "<html>"), /^structure: no language/],
  ["an id twice", ending('<p id="curve">again</p>'), /^structure: two elements have the id curve/],
  ["a name that is not there", ending('<section aria-labelledby="nothing">x</section>'), /^structure: .* refers to nothing/],
  ["a region without a name", ending("<div role='region'>x</div>"), /^structure: region without a name/],
  ["an image without words", replaced(/ alt="original[^"]*"/, ""), /^structure: image without words/],
  ["a drawing without words", ending("<svg><rect width='9' height='9'/></svg>"), /^structure: drawing without words/],
  ["a table without a caption", replaced(/<caption>[^]*?<\/caption>/, ""), /^structure: table without a caption/],
  ["a header without scope", replaced('<th scope="row">', "<th>"), /^structure: header of a table without scope/],
  ["a button without a name", ending("<button></button>"), /^structure: control without a name/],
];
const k_broken_drawings = [
  ["an empty drawing", replaced(/<(path|line|circle|rect|polygon)\b[^>]*>/g, ""), /^desktop, light: nothing is drawn/],
  ["no values of a drawing", replaced(/<details class="values"[^]*?<\/details>/, ""), /^desktop, light: no table says what the chart <svg>/],
];
// Faults that only axe-core finds.
const k_breaks_for_axe = [
  ["a role without its state", ending('<div role="checkbox" tabindex="0">half</div>'), /^desktop, light: axe aria-required-attr \(critical\)/],
  ["a control in a control", ending('<button>outer <a href="#curve">inner</a></button>'), /^phone, dark: axe nested-interactive \(serious\)/],
];

let browser;
try {
  browser = await Browser.start(program);
} catch (error) {
  console.log(`skipped: ${program} cannot be started here: ${error.message}`);
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), "bora-broken-"));
const waiting = [
  ...k_breaks.map((each) => [report, null, ...each]), ...k_broken_drawings.map((each) => [study, null, ...each]),
  ...(axe_source ? k_breaks_for_axe.map((each) => [report, axe_source, ...each]) : []),
];
const count = waiting.length;
let missed = 0;
const look = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [good, source, name, broken, wanted] = next;
    const file = join(folder, `${name.replace(/\W+/g, "-")}.html`);
    writeFileSync(file, broken(readFileSync(good, "utf8")));
    const {findings} = await check(browser, file, source, (finding) => wanted.test(finding));
    if (findings.some((finding) => wanted.test(finding))) continue;
    console.log(`FAILED: ${name} is not noticed by ${wanted}; found: ${findings.slice(0, 4).join(" | ")}`);
    missed += 1;
  }
};
try {
  await Promise.all([look(), look()]);
} finally {
  await browser.close();
  rmSync(folder, {recursive: true, force: true});
}
console.log(`${count - missed} of ${count} broken pages are noticed`);
process.exit(missed > 0 ? 1 : 0);
