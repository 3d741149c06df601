import type { Deprecation } from '../contract/deprecations.ts';

const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** Where it is explained. */
const page = '/developers/changelog#deprecations';

/** What an answer of a deprecated call says: RFC 9745 and RFC 8594. */
export const deprecationHeaders = ({ since, sunset }: Deprecation): Readonly<Record<string, string>> => ({
  deprecation: `@${instantOf(since) / 1000}`,
  sunset: new Date(instantOf(sunset)).toUTCString(),
  link: `<${page}>; rel="deprecation"; type="text/html", <${page}>; rel="sunset"; type="text/html"`,
});
