PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE run (            -- facts about the run, one a row; JSON where a value is not a word or a number
  key   TEXT PRIMARY KEY,     -- task (images|graphs), started, finished, status (running|interrupted|complete),
  value TEXT NOT NULL         -- version, libraries (JSON object), command, directory (that it was run in), config
) WITHOUT ROWID;
INSERT INTO run VALUES('attack_facts','{"random":{"learns":false,"leaves_ball":false,"name":"random","prior":"none","sight":"scores","text":"random vertices of the ball in blocks, each query drawn afresh"},"square":{"learns":false,"leaves_ball":false,"name":"square","prior":"none","sight":"scores","text":"Square Attack: random search with squares (Andriushchenko et al. 2020)"}}');
INSERT INTO run VALUES('attacks','["square","random"]');
INSERT INTO run VALUES('baseline','');
INSERT INTO run VALUES('budget','40');
INSERT INTO run VALUES('channels','1');
INSERT INTO run VALUES('check_queries','0');
INSERT INTO run VALUES('checks','[]');
INSERT INTO run VALUES('class_names','[]');
INSERT INTO run VALUES('classes','10');
INSERT INTO run VALUES('clean_correct','12');
INSERT INTO run VALUES('clean_inputs','60');
INSERT INTO run VALUES('clean_queries','72');
INSERT INTO run VALUES('command','bo-attack --model exec:./stripes --data data --images 3 --attack square,random --eps 0.05 --budget 40 --clean-images 0 --checks none --batch 2 --quiet --out stopped');
INSERT INTO run VALUES('config','{"attack":"square,random","average":"1","baseline":"","batch":"2","budget":"40","budget-edits":"0.03","channels":"auto","checks":"none","chunk":"0","class-map":"","classes":"0","clean-images":"0","concurrency":"1","continuous":"false","crop":"","data":"data","defence":"none","device":"cpu","edit-mode":"flip","eps":"0.05","features":"","graph":"","graphs":"0","hops":"0","image":"","images":"3","injected-degree":"3","input-range":"","input-shape":"","keep-connected":"false","label":"-1","layout":"","mean":"","model":"exec:./stripes","most-edits":"0","most-injected":"1","order":"auto","output":"","part":"test","price-per-1000":"0","prior":"none","prior-cache":"","prior-count":"0","prior-data":"","prior-epochs":"0","protocol":"","queries-per-edit":"40","query-cap":"20000","rate":"","refine":"-1","repeats":"0","resize":"","retries":"4","scores":"","seed":"0","semantic":"auto","shard":"","skip":"0","std":"","store":"all","stretch":"","success-in":"0","target":"-1","targets":"","task":"auto","threads":"0","threat":"linf","timeout":"60","top-labels":"","untargeted":"false","visible":"scores"}');
INSERT INTO run VALUES('config_ini',replace('# bo-attack (bora) 0.1.0\nmodel = exec:./stripes\ntask = auto\nscores = ""\noutput = ""\ntop-labels = ""\nclasses = 0\n\nrepeats = 0\nsuccess-in = 0\naverage = 1\n\ntimeout = 60\nretries = 4\nrate = ""\nconcurrency = 1\nprice-per-1000 = 0\n\ninput-shape = ""\ninput-range = ""\nlayout = ""\nmean = ""\nstd = ""\ndefence = none\ndevice = cpu\n\nfeatures = ""\n\ndata = /home/user/made/data\npart = test\norder = auto\nresize = ""\ncrop = ""\nchannels = auto\nclass-map = ""\nimage = ""\ngraph = ""\nlabel = -1\nimages = 3\ngraphs = 0\nskip = 0\nstretch = ""\nclean-images = 0\n\ntarget = -1\ntargets = ""\nvisible = scores\nuntargeted = false\n\nthreat = linf\nsemantic = auto\nrefine = -1\neps = 0.05\ncontinuous = false\nbudget = 40\n\nedit-mode = flip\nbudget-edits = 0.03\nmost-edits = 0\nhops = 0\nkeep-connected = false\nmost-injected = 1\ninjected-degree = 3\nqueries-per-edit = 40\nquery-cap = 20000\n\nprotocol = ""\nattack = square,random\nseed = 0\n\nchecks = none\n\nprior = none\nprior-data = ""\nprior-count = 0\nprior-epochs = 0\nprior-cache = ""\n\nbaseline = ""\n\nshard = ""\nstore = all\nthreads = 0\nbatch = 2\nchunk = 0\n','\n',char(10)));
INSERT INTO run VALUES('continuous','0');
INSERT INTO run VALUES('data','data');
INSERT INTO run VALUES('defence','none');
INSERT INTO run VALUES('device','cpu');
INSERT INTO run VALUES('directory','/home/user/made');
INSERT INTO run VALUES('epsilon','0.047058823529411764');
INSERT INTO run VALUES('epsilon_asked','0.05');
INSERT INTO run VALUES('fail_if','[]');
INSERT INTO run VALUES('finished','');
INSERT INTO run VALUES('goal','untargeted');
INSERT INTO run VALUES('height','6');
INSERT INTO run VALUES('lanes','1');
INSERT INTO run VALUES('libraries','{"Boost":"1.74.0","Eigen":"3.4.0","LibTorch":"2.13.0","OpenCV":"4.6.0","SQLite":"3.40.1","compiler":"12.2.0"}');
INSERT INTO run VALUES('loading_inputs','124');
INSERT INTO run VALUES('model','exec:./stripes');
INSERT INTO run VALUES('model_sha256','03865f55f1350a0dd63ac2d143a3853575a40e21cc112f339b02c7910b16a8c8');
INSERT INTO run VALUES('price_per_1000','0.0');
INSERT INTO run VALUES('prior','none');
INSERT INTO run VALUES('prior_data','');
INSERT INTO run VALUES('prior_images','0');
INSERT INTO run VALUES('prior_learn','0');
INSERT INTO run VALUES('prior_same_data','');
INSERT INTO run VALUES('prior_screened_on','');
INSERT INTO run VALUES('prior_shared','0');
INSERT INTO run VALUES('score_kind','logits');
INSERT INTO run VALUES('seed','0');
INSERT INTO run VALUES('started','2026-11-26T13:23:33Z');
INSERT INTO run VALUES('status','running');
INSERT INTO run VALUES('substitutes','[]');
INSERT INTO run VALUES('task','images');
INSERT INTO run VALUES('threads','2');
INSERT INTO run VALUES('threat','linf');
INSERT INTO run VALUES('version','0.1.0');
INSERT INTO run VALUES('victim_seconds','0');
INSERT INTO run VALUES('visible','scores');
INSERT INTO run VALUES('wall_seconds','0');
INSERT INTO run VALUES('warnings','[]');
INSERT INTO run VALUES('width','6');
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
INSERT INTO inputs VALUES(0,0,'',6,3,0,'misclassified',0,0,NULL,X'2323a340f6d8514062d3ef3f100fcf4028454c409a448f40c3a61f404ea2974074ad7b401c8d6940');
INSERT INTO inputs VALUES(1,1,'',0,1,0,'misclassified',0,0,NULL,X'fac09240b0cc13416d17a2405eeb8e400605e540c4a69f402845cc4023063f4092ae05419d9b5b40');
INSERT INTO inputs VALUES(2,2,'',7,8,0,'misclassified',0,0,NULL,X'71c59a40e2c4fd40b0cc9340437bc940c9c848404c68cf40a049d440065c914062f0034161998740');
INSERT INTO inputs VALUES(3,3,'',4,5,0,'misclassified',0,0,NULL,X'4ff96340aa70a240fd344340fc17df40e2e16140f1d30c410d7eba40903a2540c389bb402f84593f');
INSERT INTO inputs VALUES(4,4,'',7,4,0,'misclassified',0,0,NULL,X'4ff963405deb8e40d680ab405655d5405b77fe4050f96340450cde40f5d85140d66347402e2d8d40');
INSERT INTO inputs VALUES(5,5,'',0,8,0,'misclassified',0,0,NULL,X'427bc940b6eebc404ad7ba40d79d8f40a7df8d4053a7dc407c43b5404a118340a2dae8406f8b5240');
INSERT INTO inputs VALUES(6,6,'',0,0,1,'',0,0,X'66f45bdeaa2ccaedcd2b5157410e4dee4af2b34f430a073447de636c0e806c957ba684d6',X'7fb7e54012a0e340425e65406a692940901dc1401c8d69402e677540f6121a40a414b1409679b240');
INSERT INTO inputs VALUES(7,7,'',3,8,0,'misclassified',0,0,NULL,X'd4d2b2404edc7f40fb175f40839fa64089de3340874d9f40c26c57408f1d4140cb59dd40b87fd140');
INSERT INTO inputs VALUES(8,8,'',9,8,0,'misclassified',0,0,NULL,X'd024ba40775bf44075ca5f4040eab440c9ab64405a20b2405655d54082824240a7df0d41ad1e9b40');
INSERT INTO inputs VALUES(9,9,'',8,6,0,'misclassified',0,0,NULL,X'ca029140ae75e7402f6775403c3c3c40a3f74c409679b240a2dae84022cc76404a1183403e760440');
INSERT INTO inputs VALUES(10,10,'',6,6,1,'',0,0,X'852a7122873ee805add58942167a385286195c679f9c6994e45b8ab1098012070961f37d',X'ee7c604010499740334fb64057723940770428401dc7b140d663c740e2e16140e3e1e13f6d17a240');
INSERT INTO inputs VALUES(11,11,'',6,0,0,'misclassified',0,0,NULL,X'c4c30341ecebcb40cfea71404646a6405638f13fd05e824093aed5402e677540eb779b40e31baa40');
INSERT INTO inputs VALUES(12,12,'',3,8,0,'misclassified',0,0,NULL,X'6d17a240aa8d8640e3388e40d007d640d429ff3fe9206f407c43b54076042840ceeaf14077042840');
INSERT INTO inputs VALUES(13,13,'',3,8,0,'misclassified',0,0,NULL,X'8ea99040a2f7cc3fe08a95409df28740aa8d86404a9d72402fa1bd40e7206f403754fb408da99040');
INSERT INTO inputs VALUES(14,14,'',9,8,0,'misclassified',0,0,NULL,X'31db854082487a40ac01b7402206bf401a19b9408365de40568f9d40fbc09240953fea40b8280540');
INSERT INTO inputs VALUES(15,15,'',4,2,0,'misclassified',0,0,NULL,X'874d9f40b0afaf40f20df540dc8570405803ce4012a0e340da4b8840b6eebc409c9b5b402e677540');
INSERT INTO inputs VALUES(16,16,'',7,0,0,'misclassified',0,0,NULL,X'f32ad940ea5ab740642a1c4076e7c340a0839c407a95bc402962b04030bea14044b591401a19b940');
INSERT INTO inputs VALUES(17,17,'',1,1,1,'',0,0,X'988285cf7a9af7c93d5552266afe70e7aae6da47627c2e59af2ea37abc84670ad3c4d36b',X'b6d1d840ee5ffc404af41e401dc7b140d8f4db405a20b2401531784054e1a4404af49e40102cb340');
INSERT INTO inputs VALUES(18,18,'',1,3,0,'misclassified',0,0,NULL,X'd024ba402cd6e0401caa4d4026970341da4b88403c3cbc40a6c2a9404d68cf405b946240af756740');
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
INSERT INTO instances VALUES(0,'square',6,NULL,4833807904394719638,40,'success',1,1,'');
INSERT INTO instances VALUES(1,'random',6,NULL,7034719198325829085,40,'success',2,2,'');
INSERT INTO instances VALUES(2,'square',10,NULL,5552170388510133421,40,'success',6,6,'');
INSERT INTO instances VALUES(3,'random',10,NULL,8509549373521564013,40,'success',1,1,'');
INSERT INTO instances VALUES(4,'square',17,NULL,6086273009040175196,40,'running',22,22,'');
INSERT INTO instances VALUES(5,'random',17,NULL,4096999961317201039,40,'running',18,18,'');
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
INSERT INTO queries VALUES(0,1,7518115295410135667,0.2069721221923828125,1,1,X'8e00dd4012a0e3402a454c4069692940b6eebc40a9365a408fe37840def90040a314b140bc4aae40');
INSERT INTO queries VALUES(1,1,3077551368327730464,-0.05446624755859375,0,0,X'425ee54012a0e34090005d4069692940b6eebc4082487a402e67754043b511403d59a04070a8b640');
INSERT INTO queries VALUES(1,2,4514680470619172102,0.19607877731323253289,1,1,X'7fb7e540c6fdeb40f4bb6d4003ae18400291b4400ff26a4029286840a97022403d59a0400aeda540');
INSERT INTO queries VALUES(2,1,2385250435935899856,-0.40305089950561523437,6,0,X'89c14f40bab999400c7eba40f0b62840911d41406a69a940d763c740953f6a40af92cb3ffaa3ae40');
INSERT INTO queries VALUES(2,2,8132317494197363995,-0.67538166046142578125,6,0,X'89c14f40bab999400c7eba4023e95a40911d41408282c2403c1fd840fbfa7a40af92cb3ffaa3ae40');
INSERT INTO queries VALUES(2,3,2749621929251038719,-0.14161252975463867187,6,0,X'89c14f40bab999400c7eba40f0b62840911d41406a69a9402306bf40953f6a40af92cb3ffaa3ae40');
INSERT INTO queries VALUES(2,4,2654813389210982898,-0.14161252975463867187,6,0,X'89c14f40bab999400c7eba40f0b62840911d41406a69a9402306bf40fbfa7a40af92cb3ffaa3ae40');
INSERT INTO queries VALUES(2,5,4407842557420931743,-0.14161252975463867187,6,0,X'89c14f40075c91400c7eba40f0b62840911d41406a69a9402306bf40953f6a40af92cb3ffaa3ae40');
INSERT INTO queries VALUES(2,6,6221881086219282991,0.1198253631591796875,2,1,X'89c14f40bab99940bfdbc240f0b62840911d41406a69a9402306bf40953f6a40af92cb3ffaa3ae40');
INSERT INTO queries VALUES(3,1,3738926989247388632,0.38126277923583984375,2,1,X'553871407604a840bfdbc24056723940c3a61f401dc7b14071a8b640953f6a40b7280540e08a9540');
INSERT INTO queries VALUES(4,1,7039549020609244917,-1.0675382614135742187,1,0,X'682fe14057ac0141fe512740324fb640ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,2,1899579996381190296,-0.8823528289794921875,1,0,X'4e16c8403b02f44098961640b70ba140ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,3,7697784241889073179,-0.88235282897949207647,1,0,X'4e16c8403b02f44098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,4,7267130803178742783,-0.8823528289794921875,1,0,X'0274d0403b02f44098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,5,7267130803178742783,-0.8823528289794921875,1,0,X'0274d0403b02f44098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,6,7297822464170176033,-0.8823528289794921875,1,0,X'4e16c8403b02f44098961640cd93a540ffc5d7405920b2403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,7,9154145434932870389,-0.88235282897949207647,1,0,X'4e16c8403b02f440989616407ff1ad40ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,8,7267130803178742783,-0.8823528289794921875,1,0,X'0274d0403b02f44098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,9,8202426354218962557,-0.62091493606567382812,1,0,X'4e16c84088a4eb4098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,10,8415729771512468985,-0.62091493606567382812,1,0,X'4e16c84088a4eb409896164080f1ad40ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,11,1691073500851641244,-0.62091493606567393914,1,0,X'4e16c84088a4eb4098961640cd93a540ffc5d7405920b2403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,12,1616030626996330264,-0.62091493606567382812,1,0,X'4e16c84088a4eb40fe512740cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,13,3364361914446417225,-0.62091493606567393914,1,0,X'4e16c84088a4eb4098961640cd93a540ffc5d7400c7eba40f1d38c402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,14,7697784241889073179,-0.88235282897949207647,1,0,X'4e16c8403b02f44098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,15,7697784241889073179,-0.88235282897949207647,1,0,X'4e16c8403b02f44098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,16,6804086314016677305,-0.62091493606567382812,1,0,X'4e16c84088a4eb40fe512740cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,17,806103915261944537,-0.88235282897949229852,1,0,X'4e16c84088a4eb4098961640cd93a5404c68cf400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,18,6804086314016677305,-0.62091493606567382812,1,0,X'4e16c84088a4eb40fe512740cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,19,8415729771512468985,-0.62091493606567382812,1,0,X'4e16c84088a4eb409896164080f1ad40ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,20,4288178208215440538,-0.62091493606567382812,1,0,X'4e16c84088a4eb4098961640cd93a540ffc5d7400c7eba403e7684402c10a9404af49e4036fdae40');
INSERT INTO queries VALUES(4,21,4660532572241674266,-0.62091493606567382812,1,0,X'0274d04088a4eb4098961640cd93a540ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(4,22,8513237174856750729,-0.6209149360656737171,1,0,X'4e16c84088a4eb40989616407ff1ad40ffc5d7400c7eba403e7684402c10a940fc51a74036fdae40');
INSERT INTO queries VALUES(5,1,114936160775157688,-0.35947704315185546875,1,0,X'b6d1d84088a4eb40fe512740b70ba140b223e040bfdbc240163178402d10a9407604a840e95ab740');
INSERT INTO queries VALUES(5,2,7531186866697990090,-0.31590366363525390625,1,0,X'692fe140489df240979616406a69a9406681e8405920b2403e768440e06db140fc51a7409cb8bf40');
INSERT INTO queries VALUES(5,3,8844404584509514892,-0.58823490142822265625,1,0,X'692fe1403b02f44031db0540e6acbe40ffc5d740a6c2a94048ba56402d10a9401049974036fdae40');
INSERT INTO queries VALUES(5,4,3647750625246312996,-0.838779449462890625,1,0,X'692fe14057ac014197961640324fb6406681e8400c7eba40163178407ab2a0409696964036fdae40');
INSERT INTO queries VALUES(5,5,6145522830930729089,-1.0675377845764160156,1,0,X'692fe14057ac014198961640b70ba140ffc5d7405920b2403e7684407ab2a040fd51a740839fa640');
INSERT INTO queries VALUES(5,6,7112094992180004815,-0.8496727943420409046,1,0,X'b6d1d8403b02f440979616401cc7b140ffc5d740a6c2a94048ba56402c10a9404af49e40839fa640');
INSERT INTO queries VALUES(5,7,9049443217583708958,-0.88235282897949229852,1,0,X'0274d040ee5ffc40fe5127406969a940b223e040bfdbc24015317840c65498405deb8e40ea5ab740');
INSERT INTO queries VALUES(5,8,4816581209508495167,-0.88235235214233398437,1,0,X'0274d040ee5ffc40fe512740cd93a540b323e040f364a1403e7684402d10a940fc51a74036fdae40');
INSERT INTO queries VALUES(5,9,5465634236235588253,-1.0675377845764160156,1,0,X'b6d1d840fbfafa40979616401cc7b140ffc5d740a6c2a94048ba56407ab2a040fd51a7409cb8bf40');
INSERT INTO queries VALUES(5,10,2453946222761491865,-0.62091493606567382812,1,0,X'b6d1d8403b02f440989616406969a940b223e040a6c2a9403e768440c65498404af49e409cb8bf40');
INSERT INTO queries VALUES(5,11,1772529020124202675,-0.83877992630004893914,1,0,X'0274d040fbfafa409796164080f1ad40b223e040a6c2a940153178407ab2a0404af49e40e95ab740');
INSERT INTO queries VALUES(5,12,7574980141729969005,-1.3616557121276855468,1,0,X'0274d04057ac0141fd512740324fb640ffc5d740a6c2a9403e7684402d10a940c3a69f40e95ab740');
INSERT INTO queries VALUES(5,13,8774091119014553043,-0.32679700851440429687,1,0,X'1c8de9403b02f440979616401cc7b1406681e8405920b240af7567402c10a9405deb8e409cb8bf40');
INSERT INTO queries VALUES(5,14,2017474041179677168,-0.84967279434204101562,1,0,X'692fe140ee5ffc40640d3840e6acbe40b223e0405920b240af7567407ab2a0405deb8e40ea5ab740');
INSERT INTO queries VALUES(5,15,6229666810612501235,-1.1437902450561523437,1,0,X'b6d1d840d05e0241fe5127406a69a940b223e0405920b2403e7684407ab2a0401149974036fdae40');
INSERT INTO queries VALUES(5,16,4213315636211282169,-0.57734203338623035772,1,0,X'b6d1d840489df240fd5127407ff1ad40b223e0405920b240ae7567402d10a940b0afaf4036fdae40');
INSERT INTO queries VALUES(5,17,1265005577193958349,-0.62091493606567382812,1,0,X'b6d1d8403b02f440989616401cc7b140b223e0400c7eba40153178402d10a940c4a69f40e95ab740');
INSERT INTO queries VALUES(5,18,7515904753915944667,-0.84967279434204112664,1,0,X'692fe140ee5ffc4097961640324fb640b223e0400c7eba4016317840e06db140fe51a740839fa640');
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
INSERT INTO adversarials VALUES(0,1,0.047058823529411764052,0.27790616443283633341,X'5aff4fd29e38bef9c11f4563351a41e23efea75b370000403bea5760028c60a16f9a78e2');
INSERT INTO adversarials VALUES(1,1,0.047058823529411764052,0.27854182145433958872,X'72e84feab620d6f9d91f5d4b4d0241e23ee6bf5b370000283bea57781a7460896f9a78ca');
INSERT INTO adversarials VALUES(2,2,0.047058823529411764052,0.27470581945375061039,X'791e652e934adc00b9e1954e0a6e2c5e9225505b93a87588d84f7ebd158c0600006dff89');
INSERT INTO adversarials VALUES(3,2,0.047058823529411764052,0.27975384272135844776,X'9136652e934af411b9e195360a8644467a25685bab905d88d84f7ebd158c1e001555e771');
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
COMMIT;
