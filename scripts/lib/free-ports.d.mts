export function requireFreePorts(ports: Record<string, number>): Promise<void>;
export function findFreePorts(count: number): Promise<number[]>;
