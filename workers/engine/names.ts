/** Names of workers whose checkpoints others ask for. */
export const inboundName = 'inbound';
