import { action } from '../action.ts';
import { pickWeather, weatherNamed } from '../outside/weather.ts';

/** The carrier, the email server, the bus or the database are unwell for a while. */
export const weather = action({
  name: 'weather',
  weight: 5,
  plan: (chance) => ({ name: pickWeather(chance) }),
  run(world, { name }) {
    world.weather = weatherNamed(name);
    world.tell(`weather: ${name}`);
  },
});
