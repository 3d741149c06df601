export { isPublicAddress } from './addresses.ts';
export { type SafeHttp } from './port.ts';
export { createSafeHttp, type Resolver } from './safe-http.ts';
