export { checkpointEmails, switchCheckpointEmails as switchEmails } from './checkpoint-emails.ts';
export { businessOf, evidencePacket as packet, evidenceStanding as standing } from './packet.ts';
