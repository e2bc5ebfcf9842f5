"""Prints the literals of dim_test.cc: values of polynomials and quotients by Python's integers."""

T, D, H = 7, 12, 3
print("values", [2 * T * D + 1, (T - 2) ** 3, T * D // 5, -T // 2, (T * D + H) // 4 * T - D])
print("(D + 2)**4", [1, 4 * 2, 6 * 4, 4 * 8, 16], (D + 2) ** 4)
print("floor", [-7 // 2, 7 // -2, -7 // -2, -8 // 2])
