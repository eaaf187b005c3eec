-- A delivery that ends every process that tries it must end, too, while the attempts of one whose processes were stopped by others stay.

-- How often in a row whoever had claimed it said nothing before its lease ran out.
alter table webhook_deliveries add column losses integer not null default 0;
