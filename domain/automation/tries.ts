/** So often something is tried that fails by our own fault; then it is given up, visibly. */
export const mostFailures = 8;
