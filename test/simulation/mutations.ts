/** `file`: where it was when the edit was written; its code may move (places.ts). `find`: words, however they are laid out. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A rule of the product, broken: a few words of one file are read as others. Nothing is written anywhere. */
export interface Mutation extends Edit {
  readonly name: string;
  /** Further walls behind it, broken with it. */
  readonly and?: readonly Edit[];
  /** An action: stories that are full of it find it soon. */
  readonly about?: string;
}

/** Each of these a simulation has to find; docs/simulation.md says by which law. A rule that matters gets one here. */
export const mutations: readonly Mutation[] = [
  {
    name: 'a text is sent before `sending` is committed',
    file: 'workers/delivery/text/deliver.ts',
    find: '(isRecipient(claim) ? delivery.sendingTo : delivery.sending)({ claim, reach, charge, holdId,',
    replace:
      "(isRecipient(claim) ? delivery.sendingTo : () => Promise.resolve('mine'))({ claim, reach, charge, holdId,",
  },
  {
    name: 'the last look does not ask whether the contact has opted out',
    file: 'domain/delivery/channels/text.ts',
    find: "(contact.status === 'optedOut' ? suppress('opted-out') : null)",
    replace: '(void contact, null)',
  },
  {
    name: 'the last look does not ask whether a text looks like an opt-out',
    about: 'opt-out in any wording',
    file: 'domain/delivery/channels/text.ts',
    find: 'contact.suspected !== null ?',
    replace: 'Math.abs(0) > 1 ?',
  },
  {
    name: 'an automatic answer has a random id in place of a derived one',
    file: 'commands/messages/react.ts',
    find: 'uuidV5(namespaces.message, message.businessId, reply.purpose, message.messageId)',
    replace: 'crypto.randomUUID()',
  },
  {
    name: 'a late callback moves a text back',
    file: 'domain/messages/record.ts',
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
    file: 'commands/kernel/unit-of-work.ts',
    find: "expected: revision ?? 'noStream',",
    replace: "expected: 'any',",
  },
  {
    name: 'an unknown outcome is sent again after one look',
    file: 'workers/delivery/text/reconcile.ts',
    find: 'lookups < attempts || sinceMs < certainAfterMs',
    replace: 'lookups < 1',
  },
  {
    name: 'what a process has in hand is taken from it while it lives',
    file: 'workers/engine/presence.ts',
    find: 'sql`not exists (',
    replace: 'sql`not false or exists (',
  },
  {
    name: 'a process whose lease has run out is dead, and what its provider took is sent again',
    file: 'workers/engine/presence.ts',
    find: "and not l.abandoned and l.expires_at > '-infinity'",
    replace: 'and l.expires_at > clock_timestamp()',
    and: [{ file: 'workers/delivery/handover/queue.ts', find: 'm.mail_id = any(${sent}::uuid[])', replace: 'false' }],
  },
  {
    name: 'two texts of one wording may be matched to one of the carrier’s',
    file: 'workers/delivery/text/reconcile.ts',
    find: '!taken.has(message.providerMessageId) && (await link(db, entry.id, message.providerMessageId))',
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
  {
    name: 'a form that is sent twice is two entries',
    file: 'domain/submissions/submission.ts',
    find: "(submission.status === 'none' ? [PageSubmitted.create(command)] : [])",
    replace: '[PageSubmitted.create(command)]',
  },
  {
    name: 'a second vote is a vote',
    file: 'domain/votes/vote.ts',
    find: "ballot.status === 'none' ? [VoteCast",
    replace: 'ballot.status !== undefined ? [VoteCast',
  },
  {
    name: 'a vote that was taken out is told all the same',
    file: 'projections/votes/projector.ts',
    find: 'and excluded is not true',
    replace: '',
  },
  {
    name: 'a coupon that is used is redeemed again',
    file: 'domain/coupons/coupon.ts',
    find: 'checkRedeemable(coupon, now, timezone);\n  const { expiresAt }',
    replace: 'const { expiresAt }',
  },
  {
    name: 'one coupon more than the limit may be used',
    file: 'domain/coupons/uses.ts',
    find: 'uses.size >= command.limit',
    replace: 'uses.size > command.limit',
  },
  {
    name: 'a reward is unlocked whenever something is done',
    file: 'domain/loops/member.ts',
    find: '&& !member.unlocked.has(rewardId) ?',
    replace: '?',
  },
  {
    name: 'an act of a member counts each time',
    file: 'domain/loops/member.ts',
    find: 'member.acts.has(key) ? [] :',
    replace: '',
  },
  {
    name: 'a reward is claimed each time that its button is pressed',
    file: 'domain/loops/member.ts',
    find: 'member.claimed.has(rewardId) ? [] :',
    replace: '',
    about: 'loop',
  },
  {
    name: 'a changed rule unlocks nothing',
    file: 'workers/loops/recheck.ts',
    find: 'await commands.loops.recheck(context, { memberId });',
    replace: 'void [context, memberId];',
  },
  {
    name: 'a number typed on a page opts in who has said stop',
    file: 'domain/submissions/reaction.ts',
    find: "contact.status === 'optedOut' || (settings.doubleOptIn",
    replace: '(settings.doubleOptIn',
  },
  {
    name: 'a paused broadcast goes on',
    about: 'broadcast',
    file: 'domain/delivery/rules.ts',
    find: "broadcast.status === 'running' ?",
    replace: 'Math.abs(0) < 1 ?',
    and: [
      {
        file: 'workers/delivery/broadcast-rows.ts',
        find: "ofIt(broadcastId, isIn('pending'))",
        replace: "ofIt(broadcastId, sql`false and ${isIn('pending')}`)",
      },
    ],
  },
  {
    name: 'a stopped broadcast goes on',
    about: 'broadcast',
    file: 'domain/delivery/rules.ts',
    find: "if (status !== 'stopped' && !isExpired) return null;",
    replace: 'if (!isExpired) return null;',
    and: [
      {
        file: 'domain/delivery/rules.ts',
        find: "broadcast.status === 'running' ?",
        replace: "broadcast.status === 'running' || broadcast.status === 'stopped' ?",
      },
      {
        file: 'workers/delivery/broadcast-rows.ts',
        find: "ofIt(broadcastId, sql`${isIn('pending', 'parked')} and first_sending_at is null`)",
        replace: "ofIt(broadcastId, sql`false and ${isIn('pending', 'parked')} and first_sending_at is null`)",
      },
    ],
  },
  {
    name: 'a broadcast does not ask the blacklist',
    about: 'broadcast',
    file: 'commands/delivery/decide.ts',
    find: 'verdict = look((await listsOf(world, businessId, channel.reachable(delivery, contact))).black);',
    replace: 'void (await listsOf(world, businessId, channel.reachable(delivery, contact)));',
  },
  {
    name: 'who is erased is written to',
    about: 'erasure',
    file: 'domain/delivery/rules.ts',
    find: "delivery.to === null || contact.status === 'erased'",
    replace: 'delivery.to === null',
    // Nobody can read what is to be said to them.
    and: [
      {
        file: 'commands/contacts/erase.ts',
        find: '  await world.subjectKeys.destroy(contactId);\n}',
        replace: '  void world;\n}',
      },
    ],
  },
  {
    name: 'a text that failed stays “sent” in the report of its broadcast',
    file: 'projections/tables/broadcasts.ts',
    find: 'failed: 5,',
    replace: 'failed: 1,',
  },
  {
    name: 'more goes out than the plan of a business allows',
    file: 'workers/delivery/text/allowance.ts',
    find: 'then_used <= most',
    replace: 'then_used < 1000000',
  },
  {
    name: 'a scheduled text goes though it was taken back',
    file: 'domain/livechat/decide.ts',
    find: "found?.status === 'waiting' && found.sendAt === sendAt",
    replace: "found !== undefined && found.status !== 'released'",
  },
  {
    name: 'a scheduled text is said to have gone and never queued',
    file: 'commands/livechat/schedule.ts',
    find: 'const queued = await queueTo(',
    replace: 'if (Math.abs(1) > 0) return work.outcome({ messageId });\n    const queued = await queueTo(',
  },
  {
    name: 'a conversation that somebody has is given to somebody else',
    about: 'team',
    file: 'domain/livechat/decide.ts',
    find: 'if (assigneeId !== null && assigneeId !== gone) return [];',
    replace: 'void gone;',
  },
  {
    name: 'who is away is given conversations',
    about: 'team',
    file: 'commands/livechat/auto-assign.ts',
    find: '!team.away.has(userId) &&',
    replace: '',
  },
  {
    name: 'an overdue answer is told whenever somebody looks',
    about: 'team',
    file: 'commands/notifications/overdue.ts',
    find: "const of = ['overdue', businessId, contactId, waitingSince];",
    replace: "const of = ['overdue', businessId, contactId, waitingSince, crypto.randomUUID()];",
  },
  {
    name: 'a call of another system is heard each time',
    about: 'hook',
    file: 'domain/automations/hooks/hook.ts',
    find: "isOver: ({ status }) => status === 'received',",
    replace: 'isOver: () => false,',
  },
  {
    name: 'a rehearsal writes something down',
    about: 'rehearsal',
    file: 'commands/automations/rehearsal.ts',
    find: 'const { businessId } = automation;',
    replace:
      "const { businessId } = automation;\n    await world.events.append(streams.automation(automationId), 'any', [{ ...stored.at(-1)!, id: crypto.randomUUID() }] as never);",
  },
  {
    name: 'an account speaks of every tenant’s texts and mails',
    about: 'foreign webhook',
    file: 'commands/delivery/outcome.ts',
    find: '(caller.businessId !== null && caller.businessId !== owner.businessId) ||',
    replace: '',
  },
  {
    name: 'a text that another tenant’s carrier account signed comes in',
    about: 'foreign webhook',
    file: 'commands/messages/receive.ts',
    find: '(tenant.businessId === null || tenant.businessId === businessId) &&',
    replace: '',
  },
  {
    name: 'a filter that is too large is stored',
    about: 'segment',
    file: 'domain/segments/segments.ts',
    find: 'if (isTooLarge && (each === id || size > sizeBefore(theirs)))',
    replace: 'if (Math.abs(0) > 1)',
  },
  {
    name: 'who is in none of a filter’s segments is in one of them',
    about: 'segment',
    file: 'projections/contacts/filter.ts',
    find: "return condition.has === 'any' ? any : not(any);\n    }\n    case 'upload'",
    replace: "return any;\n    }\n    case 'upload'",
  },
  {
    name: 'a stored filter that is too large is asked all the same',
    about: 'segment',
    file: 'projections/contacts/filter.ts',
    find: 'isTooLarge(filter, context.segments) ? nobody : withPath(',
    replace: 'withPath(',
  },
  {
    name: 'a contact that changes stays in the segments that it was in',
    about: 'segment',
    file: 'workers/contacts/segment-members.ts',
    find: 'if (ids.length > 0) {',
    replace: 'if (ids.length < 0) {',
  },
  {
    name: 'a broadcast goes to those whom its segments leave out',
    about: 'segment',
    file: 'projections/contacts/audience.ts',
    find: '...(except === null ? [] : [sql`not ${filterSql(except, context)}`]),',
    replace: '',
  },
  {
    name: 'a file lets in who has said stop',
    about: 'import',
    file: 'domain/uploads/import-contact.ts',
    find: '&& phone !== null && !isOut;',
    replace: '&& phone !== null;',
    and: [{ file: 'domain/contacts/opt-in.ts', find: '!explicit.has(command.source)', replace: 'false' }],
  },
  {
    name: 'a row is counted anew by whoever goes on after a crash',
    about: 'import',
    file: 'commands/uploads/rows.ts',
    find: "uuidV5(namespaces.command, given.uploadId, 'row', String(one.row))",
    replace: 'crypto.randomUUID()',
  },
  {
    name: 'an import that is taken back leaves its consents',
    about: 'import',
    file: 'domain/uploads/import-contact.ts',
    find: "contact.status === 'subscribed' && before.status !== 'subscribed'",
    replace: 'false',
  },
  {
    name: 'a merge forgets that one of both had said stop',
    about: 'merge',
    file: 'domain/contacts/merge.ts',
    find: "own.status === 'optedOut' || other.status === 'optedOut'",
    replace: "own.status === 'optedOut'",
  },
  {
    name: 'a run that is over is still texted for',
    about: 'run',
    file: 'domain/automations/runs/run.ts',
    find: "run.status === 'ended' && run.reason !== 'completed'",
    replace: "run.status === 'none'",
    and: [
      {
        file: 'commands/automations/strike-off.ts',
        find: "before.place.kind !== 'acting') return;",
        replace: "before.place.kind !== 'acting' || Math.abs(0) < 1) return;",
      },
    ],
  },
  {
    name: 'a goal is not seen',
    about: 'run',
    file: 'domain/automations/runs/decide.ts',
    find: "return reached === undefined ? null : { reason: 'goal', node: reached.id };",
    replace: 'return void reached ?? null;',
  },
  {
    name: 'who has opted out stays in automations',
    about: 'run',
    file: 'domain/automations/runs/run-environment.ts',
    find: "return contact.status === 'optedOut' ? 'opted-out' : null;",
    replace: 'return null;',
    // Said twice: of who is out now, and of who was in between.
    and: [
      {
        file: 'domain/automations/runs/run-environment.ts',
        find: "?? (hasLeft ? 'opted-out' : null)",
        replace: '?? (hasLeft ? null : null)',
      },
    ],
  },
  {
    name: 'an automation that is put away goes on',
    about: 'run',
    file: 'domain/automations/runs/run-environment.ts',
    find: "if (standing.status === 'archived') return 'stopped';",
    replace: '',
  },
  {
    name: 'who is inside comes in once more',
    about: 'run',
    file: 'domain/automations/runs/run.ts',
    find: "if (last.status === 'running') return { kind: 'ignored', because: 'inside' };",
    replace: '',
  },
  {
    name: 'a text of an automation has a random id in place of a derived one',
    about: 'run',
    file: 'commands/automations/effects/text.ts',
    find: 'MessageId.parse(effectId)',
    replace: 'MessageId.parse(crypto.randomUUID())',
  },
  {
    name: 'nobody hears what became of a text of an automation',
    about: 'run',
    file: 'workers/automations/rows.ts',
    find: 'and r.awaits = any(',
    replace: 'and false and r.awaits = any(',
  },
  {
    name: 'a capture that is told again is booked again',
    about: 'ledger',
    file: 'domain/wallets/holds.ts',
    find: 'total[name] - known[name]',
    replace: 'total[name] - 0 * known[name]',
  },
  {
    name: 'a hold takes what is not there',
    about: 'ledger',
    file: 'domain/wallets/holds.ts',
    find: 'if (spendable(wallet) < units)',
    replace: 'if (spendable(wallet) < -1e12)',
  },
  {
    name: 'cards are kept as the last who looked saw them',
    about: 'card',
    file: 'commands/payments/follow.ts',
    find: 'if ((decided += 1) > 1) throw new Crossed();',
    replace: 'decided += 1;',
  },
  {
    name: 'a recharge is charged under another key each time',
    about: 'recharge',
    file: 'commands/payments/funds.ts',
    find: '`recharge/${payerKey(payer)}/${crossing}`',
    replace: '`recharge/${crossing}/${crypto.randomUUID()}`',
  },
  {
    name: 'funds that are added twice by one command are charged twice',
    about: 'funds',
    file: 'commands/payments/funds.ts',
    find: '`add-funds/${context.commandId}`',
    replace: '`add-funds/${context.commandId}/${crypto.randomUUID()}`',
  },
  {
    name: 'a charge that is told again is booked again',
    about: 'funds',
    file: 'domain/wallets/funds.ts',
    find: 'const before = draft.wallet.topUps.get(chargeId);',
    replace: 'const before = draft.wallet.topUps.get(`${chargeId} `);',
    and: [{ file: 'commands/payments/funds.ts', find: 'context: about(context, charge.id),', replace: 'context,' }],
  },
  {
    name: 'a recharge without a card is declined, whatever was charged before',
    about: 'recharge',
    file: 'commands/payments/funds.ts',
    find: "if (!(await isCharged())) await decline(world, context, payer, crossing, 'no_card');",
    replace: "await decline(world, context, payer, crossing, 'no_card');",
  },
  {
    name: 'what was sent of a slice is not booked',
    about: 'funds',
    file: 'workers/delivery/text/book-slices.ts',
    find: 'if (sent > slice.captured) {',
    replace: 'if (sent > slice.captured + 1e9) {',
  },
  {
    name: 'a text does not name the slice that pays for it',
    about: 'funds',
    file: 'workers/delivery/text/deliver.ts',
    find: "const holdId = paid?.kind === 'paid' ? paid.holdId : undefined;",
    replace: 'const holdId = undefined;',
  },
  {
    name: 'an order subscribes under another key each time',
    about: 'order',
    file: 'commands/orders/payment.ts',
    find: "keyOf(order, 'subscription')",
    replace: 'keyOf(order, crypto.randomUUID())',
  },
  {
    name: 'a code that was shown before signs in once more',
    about: 'sign in',
    file: 'domain/users/second-factor.ts',
    find: '(factor.lastStep !== null && step <= factor.lastStep)',
    replace: '(factor.lastStep !== null && step <= factor.lastStep - 1e9)',
  },
  {
    name: 'who has paid is blocked',
    about: 'subscription',
    file: 'domain/subscriptions/standing.ts',
    find: "(hasPlan && plan.status !== 'past_due')",
    replace: "(hasPlan && plan.status === 'trialing')",
  },
];
