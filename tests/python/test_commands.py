import pytest

from bora._commands import name_arguments


@pytest.mark.parametrize("command, text, expected", [
    ("bo-attack", "--eps: got 8, expected a value in (0, 1]; for 8 grey levels write 8/255",
     "eps=8: expected a value in (0, 1]; for 8 grey levels write 8/255"),
    ("bo-attack", "--budget-edits: got '1 x', expected a number", "budget_edits='1 x': expected a number"),
    ("bo-attack", "--attack square:p=9: has no setting 'q'", "attacks=square:p=9: has no setting 'q'"),
    ("bo-attack", "--fail-if 'asr > 2': is from 0 to 1", "fail_if='asr > 2': is from 0 to 1"),
    ("bo-attack", "--data: run/python/images.npz: truncated", "images: run/python/images.npz: truncated"),
    ("bo-attack", "--images and --range exclude each other", "images= and range= exclude each other"),
    ("bo-attack", "m.pt gives no scores; add --visible label", "m.pt gives no scores; add visible=\"label\""),
    ("bo-attack", "as with --repeats 5, --range 0-9 or --input-range 0,255",
     "as with repeats=5, range=\"0-9\" or input_range=\"0,255\""),
    ("bo-attack", "state that (--layout nhwc), or --visible then", "state that (layout=\"nhwc\"), or visible= then"),
    ("bo-attack", "out holds a run; add --resume to continue it", "out holds a run; add --resume to continue it"),
    ("bo-attack", "--model: exec:./serve --port 3: ended", "predict: exec:./serve --port 3: ended"),
    ("bo-attack", "a--b/c: is missing -- so far", "a--b/c: is missing -- so far"),
    ("bo-opt", "--constraint: 'a' is not valid", "measured: 'a' is not valid"),
    ("bo-opt", "--space: /tmp/a b/python.toml:3: x.bounds: wrong", "space: x.bounds: wrong"),
    ("bo-opt", "--space: /tmp/a/python.toml: constraints: 'x = 1'", "constraints: 'x = 1'"),
    ("bo-opt", "--space: space.toml:3: x.bounds: wrong", "space: space.toml:3: x.bounds: wrong"),
    ("bo-report", "--points: got 'x', expected numbers", "--points: got 'x', expected numbers"),
])
def test_errors_name_arguments(command, text, expected):
    assert name_arguments(command, text, {"data": "images"}) == expected
