export function requireFreePorts(ports: Record<string, number>): Promise<void>;
export function findFreePorts(
  count: number,
  range?: { first: number; last: number },
): Promise<number[]>;
