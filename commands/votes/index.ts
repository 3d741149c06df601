export { castFromPage } from './cast.ts';
export { excludeVoteOf as exclude, includeVoteOf as include } from './review.ts';
