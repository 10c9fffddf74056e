// The run database: everything a run found out, and all that a report is made from.
#pragma once

namespace bora {

inline constexpr int kSchemaVersion = 2;

/// Images are stored as the victim saw them: `pixels` is uint8 CHW on the 8-bit grid, or float32 CHW in [0,
/// 1] when run.continuous is 1. Scores are float32, one a class, in the kind that run.score_kind names; empty
/// where the victim told labels alone (run.visible is label).
inline constexpr const char* kSchema = R"sql(
CREATE TABLE run (            -- facts about the run, one a row; JSON where a value is not a word or a number
  key   TEXT PRIMARY KEY,     -- started, finished, status (running|interrupted|complete), version, libraries (JSON object),
  value TEXT NOT NULL         -- command, config (JSON object of the effective options), seed, model, model_sha256,
) WITHOUT ROWID;              -- score_kind, classes, class_names (JSON array), channels, height, width, data,
                              -- threat (linf), epsilon_asked, epsilon (the bound in force), continuous (0|1),
                              -- goal (targeted|untargeted), budget, attacks (JSON array), device, threads,
                              -- visible (scores|top-K|label: what a black-box attack is shown of an answer),
                              -- attack_facts (JSON object: attack -> name, text, sight, leaves_ball),
                              -- clean_images, clean_correct (over clean_images test images), clean_queries,
                              -- victim_seconds, wall_seconds (summed over resumed parts)
CREATE TABLE images (         -- images looked at, in order, to find those to attack
  id        INTEGER PRIMARY KEY,  -- position in the data set's part
  record    INTEGER NOT NULL,     -- record number in the source file or folder
  name      TEXT NOT NULL,        -- file name, or ''
  label     INTEGER NOT NULL,
  predicted INTEGER NOT NULL,     -- the clean prediction
  attacked  INTEGER NOT NULL,     -- 0: skipped, see reason
  reason    TEXT NOT NULL,        -- '', 'misclassified', 'already of the target class'
  pixels    BLOB,                 -- uint8 CHW; of attacked images
  scores    BLOB NOT NULL         -- clean scores, float32
);
CREATE TABLE examples (       -- of each target class: a clean image that the victim gets right, to start attacks from
  class  INTEGER PRIMARY KEY,
  pixels BLOB NOT NULL            -- uint8 CHW
);
CREATE TABLE instances (      -- one attack on one image towards one target
  id      INTEGER PRIMARY KEY,
  attack  TEXT NOT NULL,
  image   INTEGER NOT NULL REFERENCES images(id),
  target  INTEGER,                -- NULL: untargeted
  seed    INTEGER NOT NULL,
  status  TEXT NOT NULL,          -- pending | running | success | exhausted | failed
  queries INTEGER NOT NULL,       -- queries spent; on success, the last one is the successful one
  reason  TEXT NOT NULL           -- why it failed, else ''
);
CREATE TABLE queries (        -- every answer the victim gave to an attacked input
  instance   INTEGER NOT NULL REFERENCES instances(id),
  number     INTEGER NOT NULL,    -- 1, 2, ...
  image_hash INTEGER NOT NULL,    -- of the image queried, to recognise it on replay
  objective  REAL NOT NULL,       -- log-odds of the goal (attacks/threat/objective.h); +1 or -1 if labels are all it saw
  predicted  INTEGER NOT NULL,
  success    INTEGER NOT NULL,    -- predicted as the goal wants, and inside the ball
  scores     BLOB NOT NULL,
  PRIMARY KEY (instance, number)
) WITHOUT ROWID;
CREATE TABLE adversarials (   -- the image of each successful query
  instance  INTEGER PRIMARY KEY REFERENCES instances(id),
  predicted INTEGER NOT NULL,
  linf      REAL NOT NULL,        -- against the original, in [0, 1]
  l2        REAL NOT NULL,
  pixels    BLOB NOT NULL
);
CREATE TABLE verification (   -- each adversarial example loaded again and shown to the victim again, outside the budget
  instance  INTEGER PRIMARY KEY REFERENCES instances(id),
  file      TEXT NOT NULL,        -- the file that was read back, relative to the run's folder
  linf      REAL NOT NULL,
  within    INTEGER NOT NULL,     -- 1: inside the ball and the image box
  predicted INTEGER NOT NULL,
  confirmed INTEGER NOT NULL      -- 1: the goal is reached by the file as read back
);
CREATE TABLE timings (        -- seconds of one core, summed over instances and resumed parts
  attack  TEXT NOT NULL,
  part    TEXT NOT NULL,          -- e.g. fit, acquisition, total
  seconds REAL NOT NULL,
  PRIMARY KEY (attack, part)
) WITHOUT ROWID;
)sql";

}  // namespace bora
