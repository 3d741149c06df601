import { setTimeout as pause } from 'node:timers/promises';
import { contacts } from './contacts/index.ts';
import { identity } from './identity/index.ts';
import { createPasswords } from './identity/passwords.ts';
import type { World } from './kernel.ts';
import { livechat } from './livechat/index.ts';
import { decideSend } from './messages/decide-send.ts';
import { queueMessage } from './messages/queue.ts';
import { reactToMessage } from './messages/react.ts';
import { receiveMessage } from './messages/receive.ts';
import { holdMessage, recordCutOff, recordFailure, recordStatus, recordTaken } from './messages/record.ts';
import { notifications } from './notifications/index.ts';
import { mail } from './mail/index.ts';
import { providers } from './providers/index.ts';
import { setup } from './setup/index.ts';
import { shareReads } from './shared-reads.ts';
import { tenancy } from './tenancy/index.ts';
import type { CommandDependencies, Commands } from './types.ts';
import { whitelabels } from './whitelabels/index.ts';

/** All commands of the product over these dependencies. `pause` and `random` (from 0 to 1) are for tests. */
export function createCommands(dependencies: CommandDependencies & Partial<Pick<World, 'pause' | 'random'>>): Commands {
  const world: World = {
    pause: (milliseconds) => pause(milliseconds),
    random: Math.random,
    ...dependencies,
    events: shareReads(dependencies.events),
  };
  const people = identity(world, createPasswords());
  return {
    identity: people,
    tenancy: tenancy(world, people),
    setup: setup(world),
    messages: {
      receive: receiveMessage(world),
      react: reactToMessage(world),
      queue: queueMessage(world),
      recordCarrierStatus: recordStatus(world),
      recordAccepted: recordTaken(world),
      recordFailed: recordFailure(world),
      recordUnknown: recordCutOff(world),
      hold: holdMessage(world),
      decideSend: decideSend(world),
    },
    contacts: contacts(world),
    livechat: livechat(world),
    notifications: notifications(world),
    providers: providers(world),
    mail: mail(world),
    whitelabels: whitelabels(world),
  };
}
