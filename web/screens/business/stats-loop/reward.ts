import type { AnswerOf } from '../../../../api/contract/client.ts';

/** An action or a reward of a loop. */
export type Reward = AnswerOf<'GET', '/landings/{couponId}/rewards'>['data'][number];
export type Kind = Reward['kind'];
