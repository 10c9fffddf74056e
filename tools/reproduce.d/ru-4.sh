about="PLAyBOOK: workers that do not wait, with the settings of the thesis (Ru 2021, chapter 4, tables A.3 to A.5)"
takes="an hour on one core, ten times as long with the 30 seeds of the thesis; needs programs of the benchmarks, -DBORA_BUILD_BENCHMARKS=ON"
default_seeds=3

reproduce() {
  local options
  options=(--policies believer,thompson,lp,local-lp,hlp,local-hlp --seeds "100-$((99 + seeds))" --evaluations "$(queries 100)")
  begin_table
  benchmark asynchronous "Log regret, asynchronous (tables A.3 to A.5)" async_study "${options[@]}" --workers 2,4,6,8,16 \
    --problems ack-10,ack-5,egg-2,mat-2,mat-6,mic-10,mic-5,nrobot-4 --out "$out/asynchronous.csv"
  benchmark modes "Asynchronous and in batches (figures 4.4, 4.5, A.6, A.7)" async_study "${options[@]}" --workers 4,16 \
    --problems ack-5,ack-10 --modes asynchronous,synchronous --out "$out/modes.csv"
  end_table
}
