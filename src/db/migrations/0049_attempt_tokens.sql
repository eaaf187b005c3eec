-- Which attempt was counted last, so that none counts twice where the answer to a commit was lost, and none is taken back twice.
alter table emails add column attempt_token uuid;
alter table texts add column attempt_token uuid;
