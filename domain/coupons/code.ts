/** A code as it is compared: people type it in either case, with or without hyphens and spaces. */
export const tidyCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
