-- What the background gave up is shown newest first, however much of it there is.
create index jobs_dead_by_id on jobs (id) where state = 'dead';
