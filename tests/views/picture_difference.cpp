// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/picture_difference.h"

#include <cstdlib>

namespace twintrace
{

double pictureDifference(const QImage& one, const QImage& other)
{
    constexpr int kLittle = 60; // of 765: a shade of antialiasing
    if (one.size() != other.size() || one.isNull())
        return 1;
    qint64 different = 0;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            const QRgb a = one.pixel(x, y);
            const QRgb b = other.pixel(x, y);
            if (std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) +
                    std::abs(qBlue(a) - qBlue(b)) >
                kLittle)
                ++different;
        }
    }
    return double(different) / (double(one.width()) * one.height());
}

} // namespace twintrace
