// The run database: everything a run found out, and all that a report is made from.
#pragma once

namespace bora {

inline constexpr int kSchemaVersion = 6;

/// Inputs are stored as the victim saw them. `content` of an image is uint8 CHW on the 8-bit grid, or float32
/// CHW in [0, 1] when run.continuous is 1; of a graph, its JSON text (data/graph_json.h). Scores are float32,
/// one a class, in the kind that run.score_kind names; empty where the victim told labels alone (run.visible
/// is label), and minus infinity of a class that a victim did not show, since it shows its best ones alone.
inline constexpr const char* kSchema = R"sql(
CREATE TABLE run (            -- facts about the run, one a row; JSON where a value is not a word or a number
  key   TEXT PRIMARY KEY,     -- task (images|graphs), started, finished, status (running|interrupted|complete),
  value TEXT NOT NULL         -- version, libraries (JSON object), command, directory (that it was run in), config
) WITHOUT ROWID;              -- (JSON object of the effective options, as typed), config_ini (the same as an INI file
                              -- with absolute paths), seed, model, model_sha256, score_kind, classes, class_names
                              -- (JSON array),
                              -- data, threat (linf|semantic|edits), goal (targeted|untargeted), budget (queries; the largest
                              -- of any instance), attacks (JSON array), device, threads,
                              -- visible (scores|top-K|label: what a black-box attack is shown of an answer),
                              -- attack_facts (JSON object: attack -> name, text, sight, leaves_ball, prior: whether
                              -- it makes use of substitutes, none|optional|required, learns: from earlier instances),
                              -- clean_inputs, clean_correct (over clean_inputs test inputs), clean_queries,
                              -- victim_seconds, wall_seconds (summed over resumed parts), warnings (JSON array of
                              -- sentences: what a reader must know before trusting the results), checks (JSON array of
                              -- id, title, status, text: EvaluationCheck of run_reader.h), check_queries, loading_inputs (that a
                              -- victim elsewhere was tried with), verification_queries, tied_answers and tied_goals (of attacks:
                              -- answers whose largest score is there twice, and those of them that reach the goal only by
                              -- the order of the classes; absent: 0), lanes (of the runner), price_per_1000, fail_if
                              -- (JSON array of conditions on the figures), baseline (folder of the run that it is
                              -- held against, or ''), store (all; summary: of instances that have ended, table
                              -- queries holds nothing; absent: all), randomised (1: the same input may get other
                              -- answers), average, repeats, success_in (answers to each question; to one that reached
                              -- its goal; of those, how many must reach it; absent: 1)
                              -- of a shard: shard (K/N), shard_clean (which inputs clean_inputs is of: all of the
                              -- run's | the shard's own), plan (SHA-256 of the plan of all shards, '' if none was made)
                              -- of a run merged from shards: merged (JSON array of folder, shard, status), of_shards
                              -- of images: channels, height, width, defence (what an image goes through before the model), epsilon_asked, epsilon (the bound in force),
                              -- continuous (0|1), prior (none|data|files: where substitutes come from), prior_learn
                              -- (0|1: earlier instances teach later ones), prior_data (what substitutes were trained
                              -- on, '' if nobody says), prior_same_data (yes|no|unknown: whether the victim was
                              -- trained on some of the same images), prior_images (different ones, as far as known),
                              -- prior_shared (of those, with the victim), prior_screened_on (what substitutes'
                              -- accuracies were measured on, '' if nothing), substitutes (JSON array of file, architecture, sha256,
                              -- accuracy, training_seconds, trained_before)
                              -- of semantic runs: semantic (rules as --semantic has them), refinement (queries after
                              -- the first success); epsilon and what follows it of images are not stated
                              -- of graphs: edit_mode, edit_ratio, most_edits, hops, keep_connected (0|1),
                              -- most_injected, injected_degree (attacks/threat/graph_threat.h), queries_per_edit,
                              -- query_cap, features (what the model is fed of a node), node_label_count,
                              -- attribute_count, node_pool (a graph of nodes to inject)
CREATE TABLE inputs (         -- images or graphs looked at, in order, to find those to attack
  id        INTEGER PRIMARY KEY,  -- position in the data set's part
  record    INTEGER NOT NULL,     -- record number in the source file or folder
  name      TEXT NOT NULL,        -- file name, or ''
  label     INTEGER NOT NULL,
  predicted INTEGER NOT NULL,     -- the clean prediction
  attacked  INTEGER NOT NULL,     -- 0: skipped, see reason
  reason    TEXT NOT NULL,        -- '', 'misclassified', 'of the target class', or why no edit is possible
  nodes     INTEGER NOT NULL,     -- of a graph; 0 of an image
  edges     INTEGER NOT NULL,
  content   BLOB,                 -- of attacked inputs; an image's is uint8 CHW
  scores    BLOB NOT NULL         -- clean scores, float32
);
CREATE TABLE examples (       -- of each target class: a clean image that the victim gets right, to start attacks from
  class   INTEGER PRIMARY KEY,
  content BLOB NOT NULL           -- uint8 CHW
);
CREATE TABLE instances (      -- one attack on one input towards one target
  id      INTEGER PRIMARY KEY,
  attack  TEXT NOT NULL,
  input   INTEGER NOT NULL REFERENCES inputs(id),
  target  INTEGER,                -- NULL: untargeted
  seed    INTEGER NOT NULL,
  budget  INTEGER NOT NULL,       -- queries it may spend
  status  TEXT NOT NULL,          -- pending | running | success | exhausted | failed
  queries INTEGER NOT NULL,       -- queries spent; on success, the last one is the successful one, unless the run goes
                                  -- on after it: then it is a success once it has ended
  attempts INTEGER NOT NULL,      -- forward passes on its inputs: the queries, passes that gave no answer, and what
                                  -- the victim was being asked when the process died
  reason  TEXT NOT NULL           -- why it failed, or what ended one that had succeeded before, else ''
);
CREATE TABLE queries (        -- every answer the victim gave to an attacked input
  instance   INTEGER NOT NULL REFERENCES instances(id),
  number     INTEGER NOT NULL,    -- 1, 2, ...
  input_hash INTEGER NOT NULL,    -- of the input queried, to recognise it on replay
  objective  REAL NOT NULL,       -- attacks/threat/objective.h: log-odds of the goal on images, the gap of labels on
                                  -- graphs; +1 or -1 if labels are all it saw
  predicted  INTEGER NOT NULL,
  success    INTEGER NOT NULL,    -- predicted as the goal wants, and inside the threat model; of several answers to
                                  -- one question: on the last, where the success held
  scores     BLOB NOT NULL,
  PRIMARY KEY (instance, number)
) WITHOUT ROWID;
CREATE TABLE lessons (        -- what an instance that has ended taught those after it, in runs that learn; none: nothing
  instance INTEGER PRIMARY KEY REFERENCES instances(id),
  content  BLOB NOT NULL          -- in a form of the attack's own
);
CREATE TABLE adversarials (   -- the input of each successful query; of runs that go on after it, the nearest
  instance  INTEGER PRIMARY KEY REFERENCES instances(id),
  predicted INTEGER NOT NULL,
  distance  REAL NOT NULL,        -- from the original: L-infinity in [0, 1] of images, number of edits of graphs,
                                  -- severity of what changes an image's look
  l2        REAL,                 -- of images
  content   BLOB NOT NULL
);
CREATE TABLE nearer (         -- of semantic runs: each example nearer than all of its instance before it
  instance INTEGER NOT NULL REFERENCES instances(id),
  number   INTEGER NOT NULL,      -- of the query
  distance REAL NOT NULL,
  details  TEXT NOT NULL,         -- how it was made: JSON object
  PRIMARY KEY (instance, number)
) WITHOUT ROWID;
CREATE TABLE verification (   -- each adversarial example loaded again and shown to the victim again, outside the budget
  instance  INTEGER PRIMARY KEY REFERENCES instances(id),
  file      TEXT NOT NULL,        -- the file that was read back, relative to the run's folder
  distance  REAL NOT NULL,
  within    INTEGER NOT NULL,     -- 1: inside the threat model
  predicted INTEGER NOT NULL,
  confirmed INTEGER NOT NULL      -- 1: the goal is reached by the file as read back
);
CREATE TABLE timings (        -- seconds on the clock, summed over instances and resumed parts
  attack  TEXT NOT NULL,
  part    TEXT NOT NULL,          -- e.g. fit, acquisition, total
  seconds REAL NOT NULL,
  PRIMARY KEY (attack, part)
) WITHOUT ROWID;
)sql";

}  // namespace bora
