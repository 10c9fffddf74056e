about="PLAyBOOK: workers that do not wait, with the settings of the thesis (Ru 2021, chapter 4, tables A.3 to A.5)"
takes="an hour on one core; with the 30 seeds of the thesis ten times as long"
default_seeds=3

reproduce() {
  local policies=believer,thompson,lp,local-lp,hlp,local-hlp
  begin_table
  study "Log regret, asynchronous" async_study --problems ack-10,ack-5,egg-2,mat-2,mat-6,mic-10,mic-5,nrobot-4 --workers 2,4,6,8,16 \
    --policies $policies --seeds "$(reported_seeds)" --evaluations "$(queries 100)" --out "$out/async.csv"
  study "Asynchronous and in batches (figures 4.4, 4.5, A.6, A.7)" async_study --problems ack-5,ack-10 --workers 4,16 \
    --policies $policies --modes asynchronous,synchronous --seeds "$(reported_seeds)" --evaluations "$(queries 100)" --out "$out/modes.csv"
  end_table
}
