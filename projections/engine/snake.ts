/** `firstName` → `first_name`: how columns and the fields of the API are called. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
