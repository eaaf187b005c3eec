-- The trace of the caller that a request was a part of (W3C Trace Context), beside the number of the request itself.
alter table events add column parent_trace_id text;
create index events_parent_trace on events (parent_trace_id) where parent_trace_id is not null;
