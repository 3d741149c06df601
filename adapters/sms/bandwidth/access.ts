/** How an account at Bandwidth is reached. */
export interface BandwidthAccess {
  readonly accountId: string;
  readonly username: string;
  readonly password: string;
  /** Where the API is, for example `http://127.0.0.1:3001` of the sandbox; null: Bandwidth's own hosts. */
  readonly baseUrl: string | null;
  /** The longest a request may take, in milliseconds. */
  readonly timeoutMs: number;
}
