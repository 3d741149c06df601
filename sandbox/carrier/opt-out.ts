/**
 * The carrier's own handling of opt-outs, used when `carrierOptOut` is on.
 * Source: https://help.twilio.com/articles/223134027 (words and answers of the default handling).
 */
const stop = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const start = new Set(['START', 'YES', 'UNSTOP']);
const help = new Set(['HELP', 'INFO']);

export type OptOutWord = 'STOP' | 'START' | 'HELP';

export function optOutWord(body: string): OptOutWord | null {
  const word = body.trim().toUpperCase();
  if (stop.has(word)) return 'STOP';
  if (start.has(word)) return 'START';
  return help.has(word) ? 'HELP' : null;
}

export const optOutAnswers: Readonly<Record<OptOutWord, string>> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};
