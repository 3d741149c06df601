import type { Chance } from '../engine/chance.ts';

/** How the outside is minded: likelihoods from 0 to 1. */
export interface Weather {
  readonly name: string;
  readonly carrier: {
    /** Nobody answers the phone. */
    readonly away: number;
    /** 429. */
    readonly busy: number;
    /** 5xx, or no answer in time. */
    readonly broken: number;
    /** The connection breaks; the request may be on its way still. */
    readonly cutOff: number;
    /** Refused with a code of its own. */
    readonly refuses: number;
    /** Taken, and not delivered. */
    readonly fails: number;
    /** Of status callbacks. */
    readonly loses: number;
    readonly doubles: number;
    readonly late: number;
  };
  readonly mail: {
    readonly broken: number;
    readonly cutOff: number;
    readonly refuses: number;
    readonly nobody: number;
  };
  readonly bus: { readonly loses: number; readonly doubles: number; readonly late: number };
  /** Of a call of the database or the event store: lost before it was done, and after. */
  readonly database: { readonly before: number; readonly after: number };
}

export const fair: Weather = {
  name: 'fair',
  carrier: { away: 0, busy: 0, broken: 0, cutOff: 0, refuses: 0, fails: 0, loses: 0, doubles: 0, late: 0 },
  mail: { broken: 0, cutOff: 0, refuses: 0, nobody: 0 },
  bus: { loses: 0, doubles: 0, late: 0 },
  database: { before: 0, after: 0 },
};

const ordinary: Weather = {
  ...fair,
  name: 'ordinary',
  carrier: {
    ...fair.carrier,
    busy: 0.02,
    broken: 0.02,
    cutOff: 0.02,
    refuses: 0.03,
    fails: 0.08,
    loses: 0.02,
    doubles: 0.2,
    late: 0.1,
  },
  bus: { loses: 0.05, doubles: 0.1, late: 0.1 },
};

export const weathers: readonly (Weather & { readonly weight: number })[] = [
  { ...fair, weight: 1 },
  { ...ordinary, weight: 3 },
  {
    ...ordinary,
    name: 'the carrier cuts requests off',
    carrier: { ...ordinary.carrier, broken: 0.25, cutOff: 0.35, late: 0.3, loses: 0.4 },
    weight: 3,
  },
  { ...ordinary, name: 'the carrier is away', carrier: { ...ordinary.carrier, away: 0.8 }, weight: 2 },
  { ...ordinary, name: 'the carrier asks to slow down', carrier: { ...ordinary.carrier, busy: 0.7 }, weight: 1 },
  {
    ...ordinary,
    name: 'the carrier refuses and fails',
    carrier: { ...ordinary.carrier, refuses: 0.3, fails: 0.4 },
    weight: 2,
  },
  {
    ...ordinary,
    name: 'callbacks come late, twice and out of order',
    carrier: { ...ordinary.carrier, doubles: 0.7, late: 0.6, loses: 0.2, fails: 0.3 },
    weight: 2,
  },
  {
    ...ordinary,
    name: 'the email server is unwell',
    mail: { broken: 0.3, cutOff: 0.3, refuses: 0.1, nobody: 0.2 },
    weight: 1,
  },
  { ...ordinary, name: 'the bus is down', bus: { loses: 1, doubles: 0, late: 0 }, weight: 1 },
  { ...ordinary, name: 'the bus is slow', bus: { loses: 0.2, doubles: 0.5, late: 0.8 }, weight: 1 },
  { ...ordinary, name: 'the database stumbles', database: { before: 0.02, after: 0.02 }, weight: 2 },
];

export const pickWeather = (chance: Chance): string => chance.weighted(weathers).name;
export const weatherNamed = (name: string): Weather => weathers.find((one) => one.name === name) ?? fair;
