import { action } from '../action.ts';
import { fairStripe, stripeWeathers } from '../outside/stripe.ts';

/** Stripe is away, loses answers or webhooks, or tells late and twice, for a while. */
export const stripeWeather = action({
  name: 'stripe weather',
  weight: 2,
  onlyAsTheme: true,
  plan: (chance) => ({ name: chance.weighted(stripeWeathers).name }),
  run(world, { name }) {
    world.stripeWeather = stripeWeathers.find((one) => one.name === name) ?? fairStripe;
    world.tell(`stripe is ${name}`);
  },
});
