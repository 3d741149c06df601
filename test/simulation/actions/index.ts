import type { Action } from '../action.ts';
import { campaign } from './campaign.ts';
import { clock } from './clock.ts';
import { conversation } from './conversation.ts';
import { crash } from './crash.ts';
import { livechat } from './livechat.ts';
import { mail } from './mail.ts';
import { number } from './number.ts';
import { optOut } from './opt-out.ts';
import { projections } from './projections.ts';
import { standing } from './standing.ts';
import { text } from './text.ts';
import { weather } from './weather.ts';

/** Everything that may happen. A new capability adds its own here. */
export const actions: readonly Action[] = [
  text,
  livechat,
  conversation,
  optOut,
  campaign,
  standing,
  number,
  mail,
  weather,
  crash,
  clock,
  projections,
];
