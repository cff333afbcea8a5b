import { render, screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { App } from "../App";
import { preload } from "../screens";
import { desk, liveSession } from "../test/render";

beforeAll(() => Promise.all([preload("pay")]));

test.each(["comfortable", "compact"] as const)(
  "the tables of all screens are %s as Appearance says",
  async (density) => {
    desk({ session: () => ({ ...liveSession, appearance: { ...liveSession.appearance, density } }) });
    render(<App scheme="light" />);
    expect((await screen.findByTestId("frame")).dataset["density"]).toBe(density);
  },
);
