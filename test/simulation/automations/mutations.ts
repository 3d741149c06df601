import type { Mutation } from '../mutations.ts';

/**
 * Rules of the engine of automations, broken: each of these the light simulation has to find. What is asked once more right
 * before something is done comes too seldom for it, and is held by test/integration/commands/automation-runs.test.ts; so does
 * what happens between the end of a look and the row of its run (test/integration/workers/automation-locks.test.ts), and a
 * cause that comes again when what came of it is over (test/unit/domain/automations/run.test.ts).
 */
export const mutations: readonly Mutation[] = [
  {
    name: 'a look does not ask whether the contact has left',
    file: 'domain/automations/runs/decide.ts',
    find: 'if (look.exit !== null) return { reason: look.exit };',
    replace: '',
  },
  {
    name: 'who has come back since an opt-out has not left',
    file: 'domain/automations/runs/run-environment.ts',
    find: "(hasLeft ? 'opted-out' : null)",
    replace: '(Math.abs(0) > 1 && hasLeft ? null : null)',
  },
  {
    name: 'who has come back is inside until somebody looks',
    file: 'commands/automations/enroll.ts',
    find: 'if (left === null) return decided;',
    replace: 'if (left !== undefined) return decided;',
  },
  {
    name: 'a step is begun while the automation is off',
    file: 'domain/automations/runs/decide.ts',
    find: 'if (look.paused) return events;',
    replace: '',
  },
  {
    name: 'who may come in once comes in again',
    file: 'domain/automations/runs/run.ts',
    find: "if (reentry.kind === 'once' && before.length > 0)",
    replace: 'if (Math.abs(0) > 1)',
  },
  {
    name: 'who may come in after some days comes in at once',
    file: 'domain/automations/runs/run.ts',
    find: "if (reentry.kind === 'after' && ",
    replace: "if (reentry.kind === 'after' && Math.abs(0) > 1 && ",
  },
  {
    name: 'who is inside comes in',
    file: 'domain/automations/runs/run.ts',
    find: "if (last.status === 'running') return",
    replace: 'if (Math.abs(0) > 1) return',
  },
  {
    name: 'a goal is not looked for',
    file: 'domain/automations/runs/decide.ts',
    find: "return reached === undefined ? null : { reason: 'goal', node: reached.id };",
    replace: 'void reached; return null;',
  },
  {
    name: 'nobody waits until what is in the log has been handed on',
    file: 'workers/automations/run-loop.ts',
    find: 'if (position >= head) return true;',
    replace: 'if (position >= 0n) return true;',
  },
  {
    name: 'what becomes of one text is what becomes of the next step',
    file: 'commands/automations/evaluate-runs.ts',
    find: 'awaits?.endsWith(effectId) !== true',
    replace: 'Math.abs(0) > 1',
  },
  {
    name: 'what is awaited counts as said',
    file: 'commands/automations/evaluate-runs.ts',
    find: ' && awaited!.length > 0',
    replace: '',
  },
  {
    name: 'what becomes of a text wakes nobody',
    file: 'workers/automations/rows.ts',
    find: 'where effect_id = any(',
    replace: 'where false and effect_id = any(',
  },
  {
    name: 'who is about to come in is not listened to',
    about: 'entering',
    file: 'workers/automations/trigger-events.ts',
    find: "where exists (select from ops.automation_runs r where r.contact_id = c and r.state <> 'ended')\n      or",
    replace:
      "where exists (select from ops.automation_runs r where r.contact_id = c and r.state <> 'ended')\n      or false and",
  },
  {
    name: 'who does not come in after all is listened to for ever',
    about: 'entering',
    file: 'workers/automations/enrollment-loop.ts',
    find: 'claimed.map((entry) => entry.contact_id),\n  );\n}',
    replace: '[],\n  );\n}',
  },
  {
    name: 'a wait is over when it is looked at',
    file: 'domain/automations/runs/decide.ts',
    find: "return place.until <= now ? pass('next', 'time') : null;",
    replace: "return pass('next', 'time');",
  },
  {
    name: 'a question is asked without end',
    file: 'domain/automations/runs/decide.ts',
    find: 'if (round < tries) return begun(',
    replace: 'if (round < 9) return begun(',
  },
  {
    name: 'a time that clocks leap over is before they do',
    about: 'clocks',
    file: 'domain/automations/runs/time.ts',
    find: 'return real.length === 0 ? before :',
    replace: 'return real.length === 0 ? behind :',
  },
  {
    name: 'the name of an effect is by chance',
    file: 'domain/automations/runs/run.ts',
    find: "uuidV5(namespaces.automation, 'effect', runId,",
    replace: "uuidV5(namespaces.automation, 'effect', crypto.randomUUID(), runId,",
  },
  {
    name: 'whose run has begun in the log is not waited for in the table',
    file: 'workers/automations/trigger-events.ts',
    find: 'await addStarted(',
    replace: 'if (Math.abs(0) > 1) await addStarted(',
  },
  {
    name: 'an append does not ask what revision was decided on',
    file: 'commands/kernel/unit-of-work.ts',
    find: "expected: revision ?? 'noStream',",
    replace: "expected: 'any',",
  },
  {
    name: 'a contact enters by a day that is another by now',
    about: 'visits',
    file: 'domain/automations/trigger-events/later/date.ts',
    find: "cause?.kind === 'day' && cause.written ===",
    replace: "cause?.kind === 'day' || on ===",
  },
  {
    name: 'a wait for a day does not follow it',
    about: 'visits',
    file: 'domain/automations/runs/decide.ts',
    find: 'hasMoved(plan.until, place, look)) {',
    replace: 'hasMoved(plan.until, place, look) && Math.abs(0) > 1) {',
  },
  {
    name: 'a file moves an appointment and nobody hears of it',
    about: 'visits',
    file: 'workers/automations/trigger-events.ts',
    find: 'ofThoseInside([...happened, ...overwritten], trx)',
    replace: 'ofThoseInside(happened, trx)',
  },
  {
    name: 'a reply that nobody has reacted to yet is none',
    about: 'replies',
    file: 'domain/automations/runs/decide.ts',
    find: 'const seenUpTo = isText(plan.until.event.kind) ? look.textsUpTo : now;',
    replace: 'const seenUpTo = now;',
  },
  {
    name: 'an answer that nobody has reacted to yet is none',
    about: 'replies',
    file: 'domain/automations/runs/decide.ts',
    find: 'if (until > textsUpTo) return null;',
    replace: 'if (until > now) return null;',
  },
  {
    name: 'two contacts of one person enter once each',
    about: 'merging',
    file: 'commands/automations/enroll.ts',
    find: "reentry.kind === 'always' || contact.status === 'none' ?",
    replace: "Math.abs(0) === 0 || contact.status === 'none' ?",
  },
];
