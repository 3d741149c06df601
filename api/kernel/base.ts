/** Where the API is on every host. */
export const apiBase = '/api/v1';
