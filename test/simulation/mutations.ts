/** A rule of the product, broken: a few words of one file are read as others. Nothing is written anywhere. */
export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Each of these a simulation has to find; docs/simulation.md says by which law. A rule that matters gets one here. */
export const mutations: readonly Mutation[] = [
  {
    name: 'a text is sent before `sending` is committed',
    file: 'workers/sender/deliver.ts',
    find: 'if (!(await sending(claim))) return;',
    replace: '',
  },
  {
    name: 'the last look does not ask whether the contact has opted out',
    file: 'domain/message/decide-send.ts',
    find: "if (contact.status === 'optedOut' && !mayGoToOptedOut.has(purpose))",
    replace: 'if (Math.abs(0) > 1)',
  },
  {
    name: 'an automatic answer has a random id in place of a derived one',
    file: 'commands/messages/react.ts',
    find: 'uuidV5(namespaces.message, message.businessId, reply.purpose, message.messageId)',
    replace: 'crypto.randomUUID()',
  },
  {
    name: 'a late callback moves a text back',
    file: 'domain/message/record.ts',
    find: 'rank[to] > rank[message.status]',
    replace: 'to !== message.status',
  },
  {
    name: 'a worker’s checkpoint moves before its commands have been carried out',
    file: 'workers/engine/subscription.ts',
    find: 'await worker.issue(events);\n      await moveCheckpoint(db, worker.name, from, to);',
    replace: 'await moveCheckpoint(db, worker.name, from, to);\n      await worker.issue(events);',
  },
  {
    name: 'an append does not ask what revision was decided on',
    file: 'commands/kernel.ts',
    find: "stored.at(-1)?.revision ?? 'noStream',",
    replace: "'any',",
  },
  {
    name: 'an unknown outcome is sent again after one look',
    file: 'workers/sender/reconcile.ts',
    find: 'lookups < dependencies.settings.attempts || sinceMs < dependencies.settings.certainAfterMs',
    replace: 'lookups < 1',
  },
  {
    name: 'what a process has in hand is taken from it while it lives',
    file: 'workers/engine/presence.ts',
    find: 'sql`not exists (',
    replace: 'sql`not false or exists (',
  },
  {
    name: 'two texts of one wording may be matched to one of the carrier’s',
    file: 'workers/sender/reconcile.ts',
    find: '!taken.has(message.providerMessageId) && (await link(db, entry.messageId, message.providerMessageId))',
    replace: 'message !== undefined',
  },
  {
    name: 'the rows of a worker are not in the transaction of its checkpoint',
    file: 'workers/engine/subscription.ts',
    find: 'await worker.record(events, trx);\n      });',
    replace: '});\n      await db.transaction().execute((trx) => worker.record(events, trx));',
  },
  {
    name: 'a read model counts a batch again after a crash',
    file: 'projections/engine/lane.ts',
    find: 'member.saved = member.position = next;',
    replace: 'member.position = next;',
  },
];
