import { generateSync } from 'otplib';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { platformTenant } from '../../../domain/kernel/event.ts';
import { personOf } from '../../support/callers.ts';
import { action } from '../action.ts';
import type { World } from '../world.ts';

const visitor: Caller = { role: 'public', actor: { kind: 'public', name: 'sign in' }, tenant: platformTenant };

/**
 * Dora signs in with a password and, once she has one, a second factor: the code of an app or a recovery code, shown in
 * two tabs at once, or once more later; adds and removes apps, renews her codes, and ends sessions.
 */
export const signIn = action({
  name: 'sign in',
  weight: 4,
  onlyAsTheme: true,
  plan: (chance) => ({
    what: chance.weighted([
      { what: 'sign in' as const, weight: 6 },
      { what: 'add an app' as const, weight: 3 },
      { what: 'remove an app' as const, weight: 1 },
      { what: 'renew the codes' as const, weight: 1 },
      { what: 'sign out' as const, weight: 2 },
    ]).what,
    isRight: chance.is(0.85),
    shows: chance.weighted([
      { shows: 'code' as const, weight: 3 },
      { shows: 'recovery' as const, weight: 2 },
      { shows: 'a wrong code' as const, weight: 1 },
    ]).shows,
    tabs: chance.is(0.5) ? 2 : 1,
    again: chance.is(0.3),
    nth: chance.int(0, 9),
    secret: Array.from({ length: 32 }, () => chance.one([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'])).join(''),
  }),
  run(world, given) {
    const { market } = world.cast;
    if (market === null) return;
    const { userId, email, password } = market.member;
    const alone = world.cast.payers.find(({ payer }) => payer.kind === 'business')!.payer.id;
    const dora = personOf(alone, null, userId);
    const book = world.signIns;
    const { what, nth, tabs } = given;
    const ask = (words: string, by: Caller, work: Parameters<World['ask']>[2]) =>
      world.ask(words, by, work, { tries: 8 });
    const pick = <T>(some: Iterable<T>): T | undefined => {
      const all = [...some];
      return all[nth % Math.max(1, all.length)];
    };
    switch (what) {
      case 'sign in':
        for (let tab = 0; tab < tabs; tab += 1)
          void enter(world, { ...given, email, password: given.isRight ? password : `${password}!` });
        return;
      case 'add an app': {
        const factorId = world.uuid();
        world.tell('Dora adds an app');
        return void ask('add an app', dora, async ({ users }, context) => {
          const code = generateSync({
            secret: given.secret,
            epoch: Math.floor(world.timeline.now().getTime() / 1_000),
          });
          const { result } = await users.addAuthenticator(context, {
            userId,
            factorId,
            secret: given.secret,
            code,
            name: 'App',
          });
          book.secrets.set(factorId, given.secret);
          if (result.recoveryCodes !== null) book.codes = result.recoveryCodes;
        });
      }
      case 'remove an app': {
        const factorId = pick(book.secrets.keys());
        if (factorId === undefined) return;
        world.tell('Dora removes an app');
        return void ask('remove an app', dora, async ({ users }, context) => {
          await users.removeSecondFactor(context, { userId, factorId });
          book.secrets.delete(factorId);
        });
      }
      case 'renew the codes':
        return void ask('renew the codes', dora, async ({ users }, context) => {
          const { result } = await users.renewRecoveryCodes(context, { userId });
          if (result.recoveryCodes !== null) book.codes = result.recoveryCodes;
        });
      case 'sign out': {
        const sessionId = pick(book.begun);
        if (sessionId === undefined) return;
        world.tell(`Dora ends the session ${sessionId.slice(0, 8)}`);
        return void ask('sign out', dora, async ({ users }, context) => {
          await users.signOut(context, { userId, sessionId });
          book.ended.add(sessionId);
        });
      }
    }
  },
});

interface Entering {
  readonly email: string;
  readonly password: string;
  readonly shows: 'code' | 'recovery' | 'a wrong code';
  readonly again: boolean;
  readonly nth: number;
}

/** The password, then what is shown, and the same once more where someone looks over the shoulder. */
async function enter(world: World, { email, password, shows, again, nth }: Entering): Promise<void> {
  const book = world.signIns;
  const from = { ipAddress: '203.0.113.7', device: 'a laptop of a story' };
  let step = null as null | { readonly userId: string; readonly credentialRef: string };
  const sessionId = world.uuid();
  await world.ask(
    'sign in',
    visitor,
    async ({ users }, context) => {
      const { result } = await users.signIn(context, { email, password, sessionId, ...from });
      step = result !== null && 'secondStep' in result ? result.secondStep : null;
      if (result !== null && step === null) book.begun.add(sessionId);
    },
    { tries: 8 },
  );
  if (step === null) return;
  const { userId, credentialRef } = step;
  const epoch = Math.floor(world.timeline.now().getTime() / 1_000);
  const secrets = [...book.secrets.values()];
  const shown =
    shows === 'recovery' ? { kind: 'recovery' as const, code: book.codes[nth] ?? 'none' }
    : shows === 'code' && secrets.length > 0 ?
      { kind: 'code' as const, code: generateSync({ secret: secrets[nth % secrets.length]!, epoch }) }
    : { kind: 'code' as const, code: '000000' };
  for (let time = 0; time < (again ? 2 : 1); time += 1) {
    const second = world.uuid();
    world.tell(`Dora shows a ${shown.kind === 'recovery' ? 'recovery code' : 'code'}`);
    await world.ask(
      'show a second factor',
      visitor,
      async ({ users }, context) => {
        const { result } = await users.completeSignIn(context, {
          userId,
          credentialRef,
          shown,
          sessionId: second,
          ...from,
        });
        if (result !== null) book.begun.add(second);
      },
      { tries: 8 },
    );
  }
}
