export { businessOf, evidencePacket as packet, evidenceStanding as standing } from './packet.ts';
