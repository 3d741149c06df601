import { action } from '../action.ts';
import { pair } from '../cast.ts';

const words = ['hello?', 'Do you have a table at 8?', 'thanks', 'Pizza please', 'ok 👍', ''];
const reserved = ['STOP', 'stop', 'Unsubscribe', 'START', 'unstop', 'YES', 'HELP', 'info', 'opt out'];

/** Somebody texts a business: a keyword, a word with a meaning of its own, or just words; now and then the same again at once. */
export const text = action({
  name: 'text',
  weight: 12,
  plan: (chance, cast) => {
    const { shop: nth, phone } = pair(chance, cast);
    const shop = cast.shops[nth]!;
    const body =
      chance.is(0.4) ? chance.one(shop.keywords)
      : chance.is(0.6) ? chance.one(reserved)
      : chance.one(words);
    return {
      from: phone,
      to: chance.is(0.92) ? shop.number : chance.one(cast.spareNumbers),
      body: chance.is(0.2) ? body.toLowerCase() : body,
      copies: chance.is(0.2) ? chance.int(2, 4) : 1,
      twice: chance.is(0.12),
    };
  },
  run(world, { from, to, body, copies, twice }) {
    world.text(from, to, body, copies);
    if (twice) world.text(from, to, body, 1);
  },
});
