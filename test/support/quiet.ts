import pino from 'pino';

/** A logger that says nothing, or everything with `LOG_LEVEL=debug`. */
export const quietLog = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
