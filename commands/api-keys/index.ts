export {
  apiKey as find,
  changeApiKey as change,
  createApiKey as create,
  keepApiKey as keep,
  revokeApiKey as revoke,
  rotateApiKey as rotate,
} from './manage.ts';
