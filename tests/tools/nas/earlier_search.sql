PRAGMA user_version = 4;
PRAGMA application_id = 0;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE run (            -- facts about the search: program (bo-nas search), version, every option that decides what
  key   TEXT PRIMARY KEY,     -- becomes of it, images (hash of what is trained on), budget; started, status
  value TEXT NOT NULL         -- (running|interrupted|complete), finished
) WITHOUT ROWID;
INSERT INTO run VALUES('adversarial','0');
INSERT INTO run VALUES('budget','3');
INSERT INTO run VALUES('cells','5');
INSERT INTO run VALUES('channels','16');
INSERT INTO run VALUES('channels-last','false');
INSERT INTO run VALUES('data','er-components:graphs=60:nodes=6-8');
INSERT INTO run VALUES('device','cpu');
INSERT INTO run VALUES('epochs','1');
INSERT INTO run VALUES('estimator','accuracy');
INSERT INTO run VALUES('finished','2026-11-26T13:43:00Z');
INSERT INTO run VALUES('first-rung','1');
INSERT INTO run VALUES('halving','0');
INSERT INTO run VALUES('image-batch','0');
INSERT INTO run VALUES('images','0');
INSERT INTO run VALUES('images hash','85fe4855ce17e911b122fee227fb67b5bb439d9c618b2fdb9fb6f612c0f570e1');
INSERT INTO run VALUES('lr','0.02');
INSERT INTO run VALUES('motif-values','value');
INSERT INTO run VALUES('objectives','accuracy,parameters');
INSERT INTO run VALUES('pathless','out');
INSERT INTO run VALUES('precision','float32');
INSERT INTO run VALUES('program','bo-nas search');
INSERT INTO run VALUES('robust-budget','50');
INSERT INTO run VALUES('robust-eps','auto');
INSERT INTO run VALUES('robust-images','0');
INSERT INTO run VALUES('seed','4');
INSERT INTO run VALUES('space','graph-network');
INSERT INTO run VALUES('started','2026-11-26T13:42:56Z');
INSERT INTO run VALUES('status','interrupted');
INSERT INTO run VALUES('strategy','random');
INSERT INTO run VALUES('tell','in-order');
INSERT INTO run VALUES('validation','20');
INSERT INTO run VALUES('validation hash','5fb735992d7e39a171a136042c14da844dc198237502959f8654939f0c8ecf7c');
INSERT INTO run VALUES('version','0.1.0');
INSERT INTO run VALUES('workers','1');
CREATE TABLE trials (
  number       INTEGER PRIMARY KEY, -- 1, 2, ... in the order asked for; 0: the best, trained anew for longer
  architecture TEXT NOT NULL,
  ended        INTEGER NOT NULL,    -- 0: being trained
  failure      TEXT NOT NULL,       -- why it has no value, else ''
  weights      INTEGER NOT NULL,
  seconds      REAL NOT NULL,       -- of its training
  latency      REAL NOT NULL,       -- seconds for one image, median; 0: not measured
  robustness   REAL,                -- share of images that resist the attack, NULL where it was not measured
  queries      INTEGER NOT NULL,    -- that this took
  stopped      INTEGER NOT NULL,    -- 1: before its last epoch, since others had done better by then
  after        INTEGER NOT NULL,    -- how many trials had ended when it was asked for
  place        INTEGER NOT NULL     -- in the order in which trials ended; 0: it has not
);
INSERT INTO trials VALUES(1,'unet:layers=6:width=32:pool=max',1,'',13187,1.1305111370000000547,0.0,NULL,0,0,0,1);
INSERT INTO trials VALUES(2,'gin:layers=7:width=16:pool=mean',1,'',3803,0.38340814000000000838,0.0,NULL,0,0,1,2);
CREATE TABLE epochs (
  number   INTEGER NOT NULL,
  epoch    INTEGER NOT NULL,  -- 1, 2, ...
  loss     REAL NOT NULL,     -- mean training loss
  accuracy REAL NOT NULL,     -- of the validation images
  validation_loss REAL NOT NULL,
  last_loss       REAL NOT NULL,  -- of the last step's images
  PRIMARY KEY (number, epoch)
) WITHOUT ROWID;
INSERT INTO epochs VALUES(1,1,1.2780208247048514547,0.25,1.1241422976026800295,1.2780208247048514547);
INSERT INTO epochs VALUES(2,1,1.052795239857264864,0.25,8.3441948594107895331,1.052795239857264864);
CREATE TABLE scores (
  number INTEGER NOT NULL,
  name   TEXT NOT NULL,     -- of a zero-cost score, worked out before the training
  value  REAL NOT NULL,     -- larger is better
  PRIMARY KEY (number, name)
) WITHOUT ROWID;
COMMIT;
