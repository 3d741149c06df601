/** What a tenant needs for something: nothing, a subscription in good standing, or that and a feature. */
export type Need = 'nothing' | 'standing' | LimitedFeature;
export type LimitedFeature = 'livechat' | 'loop';
