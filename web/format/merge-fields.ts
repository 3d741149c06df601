/** A template as people read it: `{{first_name|there}}` becomes `[first name]`. */
export const withFieldNames = (template: string): string =>
  template.replace(/\{\{\s*([\w-]+)[^{}]*\}\}/gu, (_, field: string) => `[${field.replaceAll('_', ' ')}]`);
