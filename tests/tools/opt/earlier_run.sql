PRAGMA user_version = 1;
PRAGMA application_id = 0;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE run (            -- facts about the run: program (bo-opt), space (TOML), command (JSON array), config (INI),
  key   TEXT PRIMARY KEY,     -- objectives (JSON: name -> minimise|maximise), status (running|interrupted|complete), started, finished,
  value TEXT NOT NULL         -- constraints (JSON: array of NAME<=NUMBER), directory (that it was begun in),
                              -- window (trials asked for and not told, at most), horizon (its first budget), version, stopped (why it ended before its budget)
) WITHOUT ROWID;
INSERT INTO run VALUES('command','["./program","{lr}","{trial}","{act}","--slope","{slope}"]');
INSERT INTO run VALUES('config',replace('# bo-opt (bora) 0.1.0\nminimise = false\nmaximise = true\nvalue = last-line\nbudget = 6\n\nworkers = 1\nasynchronous = false\ntimeout = 30\nretries = 0\nrepeats = 1\npatience = 20\ngive-up = 10\n\noptimiser = random\nacquisition = log_ei\nmarginalise = 0\nper-second = false\npending = believer\ninitial = 0\nseed = 3\n','\n',char(10)));
INSERT INTO run VALUES('directory','FOLDER');
INSERT INTO run VALUES('finished','2026-11-26T13:42:49Z');
INSERT INTO run VALUES('horizon','6');
INSERT INTO run VALUES('objectives','{"value":"maximise"}');
INSERT INTO run VALUES('program','bo-opt');
INSERT INTO run VALUES('space',replace('[lr]\ntype = "log"\nbounds = [1e-5, 1e-1]\n\n[act]\ntype = "categorical"\nvalues = ["relu", "leaky"]\n\n[slope]\ntype = "real"\nbounds = [0, 1]\nwhen = "act == ''leaky''"\n','\n',char(10)));
INSERT INTO run VALUES('started','2026-11-26T13:42:47Z');
INSERT INTO run VALUES('status','interrupted');
INSERT INTO run VALUES('stopped','');
INSERT INTO run VALUES('version','0.1.0');
INSERT INTO run VALUES('window','1');
CREATE TABLE trials (
  number   INTEGER PRIMARY KEY, -- 1, 2, ... in the order asked for; of a warm start 0, -1, ...
  key      TEXT NOT NULL,     -- what it is to the optimiser: its coordinates
  point    TEXT NOT NULL,     -- JSON: parameter -> value; without those that mean nothing
  status   TEXT NOT NULL,     -- waiting | done | failed | timed out
  value    TEXT,              -- shortest text that reads back to it, of several objectives, or with constraints, whose
                              -- values follow, a JSON array; NULL without one
  seconds  REAL NOT NULL,     -- on the clock, of the last attempt
  attempts INTEGER NOT NULL,
  reason   TEXT NOT NULL,     -- why it has no value, else ''
  asked    INTEGER,           -- the places, in one order of events, at which it was asked for and at which its end was
  told     INTEGER            -- told to the optimiser: replaying them leads to the same next point
);
INSERT INTO trials VALUES(1,'0 -2.8574326227159736 0.5','{"lr":0.057415979682685546,"act":"relu"}','done','0.997752',0.051297843000000002688,1,'',1,2);
INSERT INTO trials VALUES(2,'0 -6.852251648559624 0.5','{"lr":0.0010570728546865468,"act":"relu"}','done','0.99992',0.0033703859999999999548,1,'',3,4);
INSERT INTO trials VALUES(3,'0 -5.82045791635348 0.5','{"lr":0.002966246540941675,"act":"relu"}','done','0.999951',0.099552771999999997709,1,'',5,6);
INSERT INTO trials VALUES(4,'1 -11.286362196386182 0.9892576350629348','{"lr":1.25428196396742e-05,"act":"leaky","slope":0.9892576350629348}','waiting',NULL,0.0,0,'',7,NULL);
CREATE TABLE repeats (        -- where trials are repeated: each run of the program; the trial has their means
  trial    INTEGER NOT NULL,
  repeat   INTEGER NOT NULL,  -- 1, 2, ...
  status   TEXT NOT NULL,     -- these as in trials
  value    TEXT,
  seconds  REAL NOT NULL,
  attempts INTEGER NOT NULL,
  reason   TEXT NOT NULL,
  PRIMARY KEY (trial, repeat)
) WITHOUT ROWID;
COMMIT;
