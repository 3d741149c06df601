/** How often something is tried in all that fails by our own fault; then it is given up, visibly. */
export const maxAttempts = 8;
