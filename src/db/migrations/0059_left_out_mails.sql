-- Mails that were left out of bulk have the code of those whose recipient was refused, which whoever may not see the address can't tell apart. Read
-- by `emails_status`: the mails that were sent are not looked at.
update emails set error_code = 'recipient_refused'
  where status = 'failed' and error_code = 'relay_refused' and error = 'left out of bulk: the address refused mails, bounced or complained';
