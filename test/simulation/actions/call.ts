import { CallId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { carrier } from '../../support/callers.ts';
import { action } from '../action.ts';
import { pair } from '../cast.ts';

const provider = 'twilio';
const owner = E164.parse('+13125550199');

/**
 * Somebody calls a business that forwards its calls and texts who was missed. The carrier asks and tells twice, in
 * another order, late, or loses its words; now and then the same person calls again at once.
 */
export const call = action({
  name: 'call',
  weight: 6,
  onlyAsTheme: true,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    result: chance.one(['completed', 'no-answer', 'no-answer', 'busy', 'hung-up', 'unreachable'] as const),
    seconds: chance.int(1, 400),
    isDeclined: chance.is(0.2),
    copies: chance.is(0.4) ? 2 : 1,
    isReversed: chance.is(0.3),
    isLost: chance.is(0.15),
    calls: chance.is(0.3) ? 2 : 1,
    isOff: chance.is(0.1),
  }),
  run(world, { shop: nth, phone, result, seconds, isDeclined, copies, isReversed, isLost, calls, isOff }) {
    const { businessId, name, number, person } = world.cast.shops[nth]!;
    const settings = {
      forwardTo: isOff ? null : owner,
      callerId: 'caller',
      whisper: true,
      ringSeconds: 20,
      textBack: 'Sorry we missed your call.',
    } as const;
    void world.ask('call settings', person, (commands, context) =>
      commands.calls.changeSettings(context, { businessId, ...settings }),
    );
    const isTaken = result === 'completed' && !isDeclined;
    world.tell(`${phone} calls ${name}: ${isTaken ? `${seconds} s` : result}${isLost ? ', and no one tells' : ''}`);
    for (let one = 0; one < calls; one += 1) {
      const providerCallId = `CA${world.uuid().replaceAll('-', '')}`;
      const callId = CallId.parse(uuidV5(namespaces.call, provider, providerCallId));
      const told = { tries: 50, mayBeRefused: false } as const;
      type Heard = Parameters<Parameters<Parameters<typeof world.ask>[2]>[0]['calls']['hear']>[1]['heard'];
      const hear = (heard: Heard, after: number): void => {
        world.timeline.in(after, () => {
          void world.ask(
            `call ${heard.kind}`,
            carrier,
            (commands, context) => commands.calls.hear(context, { callId, to: number, heard }),
            told,
          );
        });
      };
      const receivedAt = world.timeline.now().toISOString();
      const about = { provider, providerCallId, from: phone, to: number, receivedAt };
      for (let copy = 0; copy < copies; copy += 1)
        world.timeline.in(world.chance.between(1, 200), () => {
          void world.ask('call', carrier, (commands, context) => commands.calls.receive(context, about), told);
        });
      if (isLost) continue;
      const lasts = isTaken ? seconds : 0;
      const words: readonly Heard[] = [
        { kind: 'forward-ended', result, connected: isTaken, seconds: lasts, forwardedTo: owner },
        { kind: 'ended', seconds: lasts },
      ];
      if (isTaken) hear({ kind: 'accepted' }, 1_000);
      for (const [place, heard] of (isReversed ? words.toReversed() : words).entries())
        for (let copy = 0; copy < copies; copy += 1)
          hear(heard, 2_000 + lasts * 1_000 + place * 500 + copy * world.chance.between(0, 20_000));
    }
  },
});
