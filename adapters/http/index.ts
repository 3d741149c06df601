export { isPublicAddress } from './addresses.ts';
export { RequestFailed, RequestRefused, type SafeHttp, type SafeRequest, type SafeResponse } from './port.ts';
export { createSafeHttp, type ResolvedAddress, type Resolver, type SafeHttpOptions } from './safe-http.ts';
