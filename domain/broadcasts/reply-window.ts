/** So many days after a broadcast was sent to a contact a text of theirs counts as a reply to it: in reports and in automations. */
export const replyDays = 3;
